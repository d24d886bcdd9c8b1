import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A file or folder of this machine that a confined program sees, and where. */
export type Mount = { here: string; inside: string }

/**
 * How a program that reads foreign files is started: what goes before its command line. `apart`: it sees its own
 * libraries and `shown`, may write to a private /tmp and a private /job (or to the folder `kept` there), and knows no
 * other process, network, user or file of this machine. Otherwise it sees what the process that started it sees.
 */
export type Confinement = { prefix: (shown?: readonly Mount[], kept?: string) => readonly string[]; apart: boolean }

/** PostgreSQL's and everybody's `nobody` is 65534: what is broken here owns nothing and shares a user with nothing. */
export const confinedUser = 65_533

const mebibyte = 1024 * 1024
/** What /job and /tmp may hold, each: bytes. */
const scratch = String(512 * mebibyte)
/** Address space, largest file written, core dumps: bytes. */
const limits = ['prlimit', `--as=${3072 * mebibyte}`, `--fsize=${200 * mebibyte}`, '--core=0', '--nofile=1024']
const asUser = [`--reuid=${confinedUser}`, `--regid=${confinedUser}`, '--clear-groups', '--no-new-privs']
const dying = ['--pdeathsig', 'KILL']

/** Programs, libraries, fonts: nothing of it is this machine's alone. */
const system = [
  '/usr/bin',
  '/usr/lib',
  '/usr/lib64',
  '/usr/share/fontconfig',
  '/usr/share/fonts',
  '/usr/share/icu',
  '/usr/share/libreoffice',
  '/usr/share/zoneinfo',
  '/usr/local/share/fonts',
  '/var/cache/fontconfig',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
]

const bubblewrap = ['bwrap', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try']
const mortal = ['--die-with-parent', '--new-session', '--hostname', 'converter']
const systemMounts = system.flatMap((path) => ['--ro-bind-try', path, path])
const shortNames = ['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`])
const ownMounts = ['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--size', scratch, '--tmpfs', '/tmp']
const ownJob = ['--perms', '0777', '--size', scratch, '--tmpfs', '/job']
const readOnly = ['--remount-ro', '/', '--chdir', '/job']

/** Everything of a sandbox but its user: what it sees, what it may write. */
function sandbox(shown: readonly Mount[], kept: string | undefined): string[] {
  const mounts = shown.flatMap(({ here, inside }) => [...foldersTo([inside]), '--ro-bind', here, inside])
  const job = kept === undefined ? ownJob : ['--bind', kept, '/job']
  const base = [...bubblewrap, ...mortal, ...foldersTo(system), ...systemMounts, ...shortNames, ...ownMounts]
  return [...base, ...job, ...mounts, ...readOnly]
}

/** Left to bubblewrap, the folders on the way to a mount open to their maker alone. */
function foldersTo(paths: readonly string[]): string[] {
  const above = (path: string): string[] => (dirname(path) === '/' ? [] : [...above(dirname(path)), dirname(path)])
  return [...new Set(paths.flatMap(above))].flatMap((folder) => ['--dir', folder])
}

/** Own user namespace; root becomes `confinedUser` before. */
const inUserNamespace = (byRoot: boolean): Confinement => {
  const before = ['setpriv', ...(byRoot ? asUser : ['--no-new-privs']), ...dying, ...limits]
  return {
    apart: true,
    prefix: (shown = [], kept) => [...before, ...sandbox(shown, kept), '--unshare-user', '--disable-userns'],
  }
}

const limited = ['setpriv', '--no-new-privs', ...dying, ...limits]
const renounced = ['setpriv', ...asUser, '--inh-caps=-all', '--bounding-set=-all', ...dying]

/** For root where users may make no namespaces (AppArmor): root makes them and becomes `confinedUser` inside. */
const madeByRoot: Confinement = {
  apart: true,
  prefix: (shown = [], kept) => [...limited, ...sandbox(shown, kept), ...renounced],
}

/** For a container that holds LibreOffice, no secret and no network, and is the sandbox itself. */
export const inContainer: Confinement = { apart: false, prefix: () => limited }

/**
 * The ways to confine a program that root or another user starts, the strictest first. Whether one works on this
 * machine `probeConfinement` says.
 */
export const confinements = (byRoot: boolean): readonly Confinement[] =>
  byRoot ? [inUserNamespace(true), madeByRoot] : [inUserNamespace(false)]

/** What a program needs to be shown that lies outside the system's folders: its installation, or itself alone. */
export function installationOf(program: string): readonly Mount[] {
  const path = realpathSync(program)
  if (system.some((folder) => path.startsWith(`${folder}/`))) return []
  const shown = basename(dirname(path)) === 'program' ? dirname(dirname(path)) : path
  return [{ here: shown, inside: shown }]
}
