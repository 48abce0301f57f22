internal import CommandSupport
internal import Contacts
internal import InputEvents
internal import LiveInput
internal import PluginAPI

/// Everything that was counted, at one moment.
struct MetricsSnapshot: Sendable {
    var panels: [MetricsLedger.Panel] = []
    var plugins: [MetricsLedger.Plugin] = []
    var goodReloads = 0
    var badReloads = 0
    /// What the clock of the events has to be moved by to be that of people, in seconds.
    var epoch = 0.0

    /// The whole page.
    func text(_ process: ProcessNumbers) -> [UInt8] {
        var text = MetricsText()
        write(process, to: &text)
        text.family("touchbridge_layout_reloads_total", .counter, "Layouts that were read anew, by what came of it.")
        text.sample("touchbridge_layout_reloads_total", [("result", "good")], goodReloads)
        text.sample("touchbridge_layout_reloads_total", [("result", "bad")], badReloads)
        if !panels.isEmpty { writePanels(to: &text) }
        if !plugins.isEmpty { writePlugins(to: &text) }
        return text.bytes
    }

    // MARK: The process

    private func write(_ process: ProcessNumbers, to text: inout MetricsText) {
        text.family("touchbridge_build_info", .gauge, "The version that runs; always 1.")
        text.sample("touchbridge_build_info", [("version", programVersion)], 1)
        text.family("process_start_time_seconds", .gauge, "When the service began, since 1970.")
        text.sample("process_start_time_seconds", [], process.start)
        text.family("process_cpu_seconds_total", .counter, "The processors' time that was used.")
        text.sample("process_cpu_seconds_total", [], process.processorTime)
        if let memory = process.residentMemory {
            text.family("process_resident_memory_bytes", .gauge, "The memory that is in use.")
            text.sample("process_resident_memory_bytes", [], memory)
        }
        if let files = process.openFiles {
            text.family("process_open_fds", .gauge, "The descriptors that are open.")
            text.sample("process_open_fds", [], files)
        }
        if let limit = process.fileLimit {
            text.family("process_max_fds", .gauge, "The descriptors that may be open.")
            text.sample("process_max_fds", [], limit)
        }
    }

    // MARK: Panels

    private func writePanels(to text: inout MetricsText) {
        gauge("up", "Whether the panel is there and read: 1 or 0.", &text) { $0.state.isUp ? 1 : 0 }
        gauge("contacts", "Fingers and pens on the panel, those included that do not count.", &text) {
            Double($0.state.contacts)
        }
        gauge("report_rate_hertz", "Frames in a second while the panel is touched.", &text) { $0.state.reportRate }
        gauge("quiet_contact_seconds", "For how long the quietest finger on the panel has said nothing.", &text) {
            $0.state.silence.map { Double($0) / 1_000_000 }
        }
        gauge("last_touch_timestamp_seconds", "When the panel was last touched, since 1970.", &text) { [epoch] in
            $0.state.lastTouch.map { epoch + Double($0) / 1_000_000 }
        }
        var last = ""
        for counter in PanelCounts.counters {
            let name = "touchbridge_panel_\(counter.name)_total"
            if name != last { text.family(name, .counter, counter.help) }
            last = name
            let reason: [MetricsText.Label] = counter.reason.map { [("reason", $0)] } ?? []
            for panel in panels { text.sample(name, panel.labels + reason, panel.counts[keyPath: counter.path]) }
        }
        histogram("lag", "From the kernel's time stamp to when the oldest event was read.", \.lag, &text)
        histogram("latency", "From the kernel's time stamp to when all that came of it was done.", \.latency, &text)
    }

    private func gauge(
        _ name: String,
        _ help: String,
        _ text: inout MetricsText,
        _ value: (MetricsLedger.Panel) -> Double?
    ) {
        let name = "touchbridge_panel_\(name)"
        let known = panels.compactMap { panel in value(panel).map { (panel.labels, $0) } }
        guard !known.isEmpty else { return }
        text.family(name, .gauge, help)
        for (labels, value) in known { text.sample(name, labels, value) }
    }

    private func histogram(
        _ name: String,
        _ help: String,
        _ path: KeyPath<PanelCounts, DurationCounts>,
        _ text: inout MetricsText
    ) {
        let name = "touchbridge_panel_\(name)_seconds"
        text.family(name, .histogram, help)
        for panel in panels { text.sample(name, panel.labels, panel.counts[keyPath: path]) }
    }

    // MARK: Plugins

    private func writePlugins(to text: inout MetricsText) {
        let connected = plugins.filter { $0.isThere && $0.health.isConnected != nil }
        if !connected.isEmpty {
            let name = "touchbridge_plugin_connected"
            text.family(name, .gauge, "Whether the plugin reaches what it is for: 1 or 0.")
            for plugin in connected {
                text.sample(name, [("plugin", plugin.name)], plugin.health.isConnected == true ? 1 : 0)
            }
        }
        text.family("touchbridge_plugin_queue_length", .gauge, "Occurrences that wait in the plugin's queues.")
        for plugin in plugins {
            text.sample(
                "touchbridge_plugin_queue_length",
                [("plugin", plugin.name)],
                plugin.isThere ? plugin.health.waiting : 0
            )
        }
        counter("accepted", "Occurrences that the plugin took.", &text) { $0.accepted }
        for counter in PluginHealth.counters {
            self.counter(counter.name, counter.help, &text) { $0.health[keyPath: counter.path] }
        }
    }

    private func counter(
        _ name: String,
        _ help: String,
        _ text: inout MetricsText,
        _ value: (MetricsLedger.Plugin) -> Int
    ) {
        let name = "touchbridge_plugin_\(name)_total"
        text.family(name, .counter, help)
        for plugin in plugins { text.sample(name, [("plugin", plugin.name)], value(plugin)) }
    }
}

extension MetricsLedger.Panel {
    fileprivate var labels: [MetricsText.Label] { [("panel", place.panel), ("screen", place.screen)] }
}
