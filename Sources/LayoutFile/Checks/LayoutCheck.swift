internal import Schema

/// Looks for what the tables cannot see: names that lead nowhere, and what is legal but surely wrong.
struct LayoutCheck {
    let layout: Layout
    let reading: Reading

    init(_ layout: Layout, _ reading: Reading) {
        self.layout = layout
        self.reading = reading
    }

    func run() {
    }
}
