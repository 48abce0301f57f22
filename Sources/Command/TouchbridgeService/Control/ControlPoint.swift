internal import Bridge
internal import CommandSupport
internal import ControlSocket
internal import JSON
internal import LayoutFile
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Systemd
internal import Web

/// The service's side of the control socket: listens for clients and answers their requests between input events.
final class ControlPoint {
    private let path: String?
    private let log: ServiceLog
    private let wake: @Sendable () -> Void
    private var server: ControlServer?
    private var watch: EventLoop.Watch?
    /// Clients that wait for the result of a reload, with the numbers of their reload requests.
    private var reloading: [(reply: PendingReply, request: Int)] = []

    init(_ layout: String, _ log: ServiceLog, wake: @escaping @Sendable () -> Void) {
        (path, self.log, self.wake) = (ControlPath.own(for: layout), log, wake)
    }

    /// Starts to listen, and applies the permissions of the pipeline's layout. A failure is logged; the service runs
    /// without a control socket.
    func follow(_ pipeline: Pipeline, on loop: EventLoop) {
        if server == nil, let path {
            do {
                let server = try ControlServer(
                    path,
                    pipeline.commands,
                    pipeline.names,
                    pipeline.callReports,
                    pipeline.hostEnvironment,
                    wake: wake
                )
                watch = try loop.watch(server.descriptor, .requests) { [unowned server] in server.accept() }
                self.server = server
            } catch let error as Listener.Failure {
                log.say(.warning, "the control socket cannot be created: \(error.message)")
            } catch {
                log.say(.warning, "the control socket cannot be created: \(error)")
            }
        }
        server?.allow(Set(pipeline.plan.layout.control.allow))
    }

    /// Answers the waiting requests; called between input events. `reload` requests a reload of the layout and returns
    /// the number of this request.
    func serve(
        _ pipeline: Pipeline,
        _ finger: VirtualFinger,
        status: () -> ServiceStatus,
        reload: () throws(ServiceError) -> Int
    ) {
        for question in server?.takeQuestions() ?? [] {
            switch question {
            case .status(let reply):
                let status = status()
                reply.set(.value(ReplyValue { status.json }))
            case .reload(let reply):
                do throws(ServiceError) {
                    reloading.append((reply, try reload()))
                } catch {
                    reply.set(.refused(CommandRejection("\(error)")))
                }
            case .tap(let tap, let reply): finger.perform(tap, reply)
            case .follow(let follower, let reply):
                pipeline.follow(by: follower)
                reply.set(.done)
            case .unfollow(let follower): pipeline.stopFollowing(by: follower)
            }
        }
    }

    /// Answers the clients whose reload request has a number of at most `last`. Later requests arrived after the
    /// layout was read, so they wait for another reload. `failure` is nil if the new layout is in use.
    func reloadEnded(_ failure: String?, upTo last: Int) {
        let reply = failure.map { TreeReply.refused(CommandRejection($0)) } ?? .done
        for client in reloading where client.request <= last { client.reply.set(reply) }
        reloading.removeAll { $0.request <= last }
    }

    func stop() { (watch, server) = (nil, nil) }
}
