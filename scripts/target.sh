# Sourced after common.sh. ARCH (amd64, arm64) and SUITE (bookworm, trixie) select the architecture and the Debian release to
# build for; default: those of this machine. For other targets, scripts/sysroot fetches the libraries. Sets:
#   target, target_architecture   for example trixie-arm64 and arm64
#   target_version_suffix         ~deb12 or ~deb13, the end of the packages' version
#   is_cross                      whether the target differs from this machine
#   sysroot                       the target's files; empty for this machine
#   swift_target, pkg_config      options of swift build, and the directory of its .pc files
#   target_cc, target_strip       the C compiler, and the command that removes symbols, with their options
#   target_run                    the command that runs a program of the target
#   target_shlibdeps              dpkg-shlibdeps with its options; DEB_HOST_ARCH is also exported
# shellcheck shell=bash disable=SC2034

own_architecture=$(dpkg --print-architecture)
own_suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")
target_architecture=${ARCH:-$own_architecture}
target_suite=${SUITE:-$own_suite}
target=$target_suite-$target_architecture
is_cross=true
[[ $target != "$own_suite-$own_architecture" ]] || is_cross=false

case $target_suite in
bookworm) target_version_suffix='~deb12' ;;
trixie) target_version_suffix='~deb13' ;;
*)
    $is_cross && fail "unknown suite '$target_suite': set SUITE to bookworm or trixie"
    target_version_suffix=$(. /etc/os-release && echo "~${ID:-linux}${VERSION_ID:-}")
    ;;
esac
case $target_architecture in
amd64) triple=x86_64-unknown-linux-gnu multiarch=x86_64-linux-gnu ;;
arm64) triple=aarch64-unknown-linux-gnu multiarch=aarch64-linux-gnu ;;
*) ! $is_cross || fail "unknown architecture '$target_architecture': set ARCH to amd64 or arm64" ;;
esac
if $is_cross && [[ $own_architecture != amd64 ]]; then
    fail "packages for $target can be built on amd64 only; this machine is $own_architecture"
fi

sysroot=
swift_target=()
pkg_config=
target_cc=(cc)
target_strip=(strip)
target_run=()
target_shlibdeps=(dpkg-shlibdeps)
export DEB_HOST_ARCH=$target_architecture

# Writes the files with which swift build and pkg-config find the sysroot.
describe_target() {
    local bundle="$build/cross/sdks/$target.artifactbundle" name cflags resources static linker= swift_lib
    swift_lib=$(realpath "$(target_info runtimeResourcePath)/..")
    pkg_config="$build/cross/$target.pkgconfig"
    mkdir -p "$pkg_config"
    for name in libevdev libudev yaml-0.1 libmosquitto libwebsockets libcurl mtdev libsystemd; do
        # Omits directories that the compiler searches by default; otherwise, this project's warnings would apply to their
        # headers.
        cflags=
        [[ $name != libevdev ]] || cflags="-I$sysroot/usr/include/libevdev-1.0"
        printf 'Name: %s\nDescription: %s\nVersion: %s\nCflags: %s\nLibs: %s\n' "$name" "$name" \
            "$(sysroot_pkg_config --modversion "$name")" "$cflags" "$(sysroot_pkg_config --libs-only-l "$name")" |
            write_if_changed "$pkg_config/$name.pc"
    done

    resources=$swift_lib/swift static=$swift_lib/swift_static
    if [[ $target_architecture == arm64 ]]; then
        resources="$build/cross/swift-arm64" static=$resources
    fi
    if [[ $target == bookworm-arm64 ]]; then
        "${target_cc[@]}" -std=c11 -O2 -c packaging/bookworm-arm64.c -o "$build/cross/$target.o"
        linker="\"linker\": { \"extraCLIOptions\": [\"$build/cross/$target.o\"] }, "
    fi
    mkdir -p "$bundle/target"
    ln -sfn "$sysroot" "$bundle/target/sysroot"
    # The compiler driver also searches the sysroot for Swift's library.
    ln -sfn "$resources" "$sysroot/usr/lib/swift"
    ln -sfn "$static" "$sysroot/usr/lib/swift_static"
    write_if_changed "$bundle/info.json" <<END
{ "schemaVersion": "1.0", "artifacts": { "$target": {
    "type": "swiftSDK", "version": "1", "variants": [ { "path": "target" } ] } } }
END
    write_if_changed "$bundle/target/swift-sdk.json" <<END
{ "schemaVersion": "4.0", "targetTriples": { "$triple": {
    "sdkRootPath": "sysroot", "swiftResourcesPath": "sysroot/usr/lib/swift",
    "swiftStaticResourcesPath": "sysroot/usr/lib/swift_static", "toolsetPaths": ["toolset.json"] } } }
END
    write_if_changed "$bundle/target/toolset.json" <<END
{ "schemaVersion": "1.0", $linker"swiftCompiler": { "extraCLIOptions": ["-use-ld=lld"] } }
END
    swift_target=(--swift-sdks-path "$build/cross/sdks" --swift-sdk "$target")
}

sysroot_pkg_config() {
    PKG_CONFIG_LIBDIR=$sysroot/usr/lib/$multiarch/pkgconfig:$sysroot/usr/share/pkgconfig pkg-config "$@"
}

# write_if_changed FILE: writes standard input to FILE, unless FILE already has the same contents.
write_if_changed() {
    cat >"$1.new"
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

if $is_cross; then
    sysroot=$(bash scripts/sysroot "$target_architecture" "$target_suite")
    target_cc=("$(toolchain_tool clang)" "--target=$triple" --sysroot "$sysroot" -fuse-ld=lld)
    target_strip=("$(toolchain_tool llvm-objcopy)")
    case $target_architecture in
    amd64) target_run=("$sysroot/lib64/ld-linux-x86-64.so.2" --library-path "$sysroot/lib/$multiarch:$sysroot/usr/lib/$multiarch") ;;
    arm64) target_run=(qemu-aarch64-static -L "$sysroot") ;;
    esac
    target_shlibdeps+=("--admindir=$sysroot.dpkg" "-l$sysroot/lib/$multiarch" "-l$sysroot/usr/lib/$multiarch")
    describe_target
fi
