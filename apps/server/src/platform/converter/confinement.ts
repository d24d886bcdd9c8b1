import { spawnSync } from 'node:child_process'

/**
 * How a program that reads foreign files is started: `prefix` before its command line, as user `uid` where root may
 * choose.
 */
export type Confinement = {
  prefix: readonly string[]
  uid: number | undefined
  /** Whether it is cut off from every network; else the machine must see to it. */
  offline: boolean
}

const nobody = 65_534
const mebibyte = 1024 * 1024
/** Address space, largest file written, core dumps: bytes. */
const limits = ['prlimit', `--as=${3072 * mebibyte}`, `--fsize=${200 * mebibyte}`, '--core=0', '--nofile=1024']
const dying = ['setpriv', '--pdeathsig', 'KILL']
const alone = ['--net', '--pid', '--fork', '--kill-child=KILL']
const asNobody = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--no-new-privs',
  '--pdeathsig',
  'KILL',
]

/**
 * The strictest start this machine allows. Linux: own network and process namespaces, limits on memory and files, no
 * new privileges, root becomes nobody, and everything ends with this process. Elsewhere nothing but time is bounded.
 */
export function confinement(): Confinement {
  const root = process.getuid?.() === 0
  const inner = root ? asNobody : ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL']
  const user = root ? [] : ['--user', '--map-current-user']
  const candidates = [
    { prefix: [...dying, 'unshare', ...user, ...alone, ...limits, ...inner], offline: true },
    { prefix: [...limits, ...inner], offline: false },
  ]
  const uid = root ? nobody : undefined
  const allowed = candidates.find(({ prefix }) => works(prefix))
  return allowed ? { ...allowed, uid } : { prefix: [], uid: undefined, offline: false }
}

function works([command = '', ...rest]: readonly string[]): boolean {
  return spawnSync(command, [...rest, 'true'], { stdio: 'ignore' }).status === 0
}
