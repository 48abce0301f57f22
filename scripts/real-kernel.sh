# Sourced by scripts that create panels; determines whether this machine's kernel may be used.
# shellcheck shell=bash

# Virtual panels would tap on the screen of a desktop session, so a machine with a session is not used.
may_make_panels() {
    [[ $EUID == 0 && -w /dev/uinput && -e /run/udev/control ]] &&
        ! compgen -G '/tmp/.X11-unix/X*' >/dev/null && ! compgen -G '/run/user/*/wayland-*' >/dev/null
}
