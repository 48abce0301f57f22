internal import Platform
internal import PluginWorkers

extension MQTTWorker {
    /// Passes updates from the input thread and replies from the view tree to `homeAssistant`.
    func updateHomeAssistant() {
        guard let homeAssistant else { return }
        if let bindings = updates.bindings { homeAssistant.update(bindings) }
        if let status = updates.status { homeAssistant.update(status) }
        homeAssistant.takeReplies()
    }

    /// Publishes the configurations and states that are due. Does not wait for acknowledgements, because all messages
    /// are published again after a reconnect.
    func sendToHomeAssistant(_ connection: MQTTConnection) throws(MQTTFailure) {
        guard let homeAssistant, !updates.isStopping else { return }
        let now = MonotonicClock.now
        homeAssistant.describe(at: now)
        for message in homeAssistant.messages(at: now) { _ = try connection.publish(message) }
    }
}
