@_exported public import InputEvents
