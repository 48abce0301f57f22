internal import Geometry
package import HandlerEvents
package import JSON
package import LayoutFile
package import PluginAPI
package import Schema

/// Arguments of a call of a tree command such as `tree.show`.
package struct TreeCall: HandlerArguments {
    package let handler: TreeHandler
    /// Ids of views or controllers, or names of screens. An id with placeholders is determined when the event occurs.
    package let targets: [Located<Template>]
    /// Properties that the call sets. A property with a placeholder contains a sample value.
    package var change = PropertyChange()
    /// Property that the call inverts.
    package var flag = ViewFlag.hidden
    /// Event that the call sends.
    package var event: EventName?
    /// Change of the touch accommodations on the target screens; without targets, on all screens.
    package var accommodation: Located<AccommodationSwitch>?
    /// Whether an argument other than the targets is invalid; the error has already been reported.
    var isPartlyInvalid = false
    /// The arguments as written in the layout.
    let source: TemplateValue

    package init(_ handler: TreeHandler, _ targets: [Located<Template>], source: TemplateValue) {
        (self.handler, self.targets, self.source) = (handler, targets, source)
    }

    package var templates: [Template] { source.templates }

    /// Whether the call can show a hidden view.
    package var showsViews: Bool {
        switch handler {
        case .show: true
        case .toggle: flag == .hidden
        case .set: change.names.contains { $0.value == ViewFlag.hidden.rawValue } && change.values.isHidden != true
        default: false
        }
    }

    package func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        binding.expand(source, handlerEvent)
    }

    /// Properties that a call sets, including properties with numbers from the event.
    package struct PropertyChange: Sendable {
        package var values = ViewLayout()
        /// Names of the properties, with their locations in the layout.
        package var names: [Located<String>] = []
        /// Steps of the transform; nil unless the event supplies a number of a step.
        package var steps: TransformLayout?
        package var numbers: [EventNumber] = []

        /// Returns the properties with their placeholders replaced by numbers of the event.
        package func values(for event: HandlerEvent) -> ViewLayout {
            var (values, steps) = (values, steps)
            for number in numbers { number.set(in: &values, &steps, for: event) }
            if let steps { values.transform = steps.transform }
            return values
        }
    }
}

/// A number that the event supplies for the properties of a call.
package struct EventNumber: Sendable {
    /// The property, or the element of a property, that the number sets.
    package enum Position: Sendable {
        case value, alpha, tag
        case flag(ViewFlag)
        case frame(Int)
        case bounds(Int)
        case center(Int)
        case matrix(Int)
        case rotation
        case scale(Int?)
        case translation(Int)
    }

    let position: Position
    let placeholder: Placeholder
    let format: PlaceholderFormat

    func set(in values: inout ViewLayout, _ steps: inout TransformLayout?, for event: HandlerEvent) {
        let number = number(in: event)
        switch position {
        case .value: values.value = number
        case .alpha: values.alpha = min(1, max(0, number))
        case .tag: values.tag = Int(exactly: number.rounded()) ?? 0
        case .flag(let flag): flag.set(number != 0, in: &values)
        case .frame(let index): values.frame = values.frame?.with(number, at: index)
        case .bounds(let index): values.bounds = values.bounds?.with(number, at: index)
        case .center(0): values.center?.x = number
        case .center: values.center?.y = number
        case .matrix(let index): values.transform = values.transform?.with(number, at: index)
        case .rotation: steps?.rotation = number
        case .scale(nil): steps?.scale = .init(x: number, y: number)
        case .scale(0): steps?.scale.x = number
        case .scale: steps?.scale.y = number
        case .translation(0): steps?.translation.x = number
        case .translation: steps?.translation.y = number
        }
    }

    private func number(in event: HandlerEvent) -> Double {
        placeholder.number(in: event).map(format.number) ?? 0
    }
}

extension FrameLayout {
    fileprivate func with(_ points: Double, at index: Int) -> FrameLayout {
        guard case .rect(let x, let y, let width, let height) = self else { return self }
        let length = Length(points: index < 2 ? points : max(0, points))
        return switch index {
        case 0: .rect(x: length, y: y, width: width, height: height)
        case 1: .rect(x: x, y: length, width: width, height: height)
        case 2: .rect(x: x, y: y, width: length, height: height)
        default: .rect(x: x, y: y, width: width, height: length)
        }
    }
}

extension Rect {
    fileprivate func with(_ number: Double, at index: Int) -> Rect {
        var rect = self
        switch index {
        case 0: rect.origin.x = number
        case 1: rect.origin.y = number
        case 2: rect.size.width = max(0, number)
        default: rect.size.height = max(0, number)
        }
        return rect
    }
}

extension AffineTransform {
    fileprivate func with(_ number: Double, at index: Int) -> AffineTransform {
        var transform = self
        switch index {
        case 0: transform.a = number
        case 1: transform.b = number
        case 2: transform.c = number
        case 3: transform.d = number
        case 4: transform.tx = number
        default: transform.ty = number
        }
        return transform
    }
}
