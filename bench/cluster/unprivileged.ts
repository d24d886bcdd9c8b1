import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'

/** Debian's own user for databases; PostgreSQL refuses to run as root. */
const user = 'postgres'

/** What stands before a command: another user than root, and SIGTERM when this process dies. */
export const unprivileged = (): string[] => [
  'setpriv',
  ...(isRoot() ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : []),
  '--pdeathsig',
  'TERM',
]

/** Makes a folder that whoever runs the services may write. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  give(path)
  return path
}

/** Writes a file that only whoever runs the services can read. */
export function writeOwn(file: string, text: string): string {
  writeFileSync(file, text, { mode: 0o600 })
  give(file)
  return file
}

const isRoot = () => process.getuid?.() === 0
const id = (which: string) => Number(execFileSync('id', [which, user], { encoding: 'utf8' }))
const ids = { owner: -1, group: -1 }

function give(path: string): void {
  if (!isRoot()) return
  if (ids.owner < 0) Object.assign(ids, { owner: id('-u'), group: id('-g') })
  chownSync(path, ids.owner, ids.group)
}
