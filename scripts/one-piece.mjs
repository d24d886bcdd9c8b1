import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { runChild } from './child-process.mjs'
import { node26, root } from './dependencies.mjs'

const cache = join(root, 'node_modules', '.cache', 'programs')
const maker = join(root, 'scripts', 'make-program.mjs')

/**
 * A program with all its modules in few files: finding and reading each of them is most of what its start costs. Made
 * at the first start and whenever one of its files is another one; answers its path, or `source` itself where it cannot
 * be made.
 */
export async function inOnePiece(source, { folder = cache, within = root } = {}) {
  const note = join(folder, `${relative(within, source).replaceAll(/[^\w]+/g, '-')}.json`)
  const kept = fresh(note, within)
  if (kept) return join(folder, kept)
  if (!mayWrite(folder)) return source
  const name = `${Date.now()}-${process.pid}`
  const made = join(folder, name)
  const files = join(made, 'files.json')
  if ((await runChild(node26, [maker, source, made], { cwd: root, stdout: 2 })) !== 0) return source
  const program = join(name, basename(source).replace(/\.ts$/, '.mjs'))
  const inputs = JSON.parse(readFileSync(files, 'utf8')).map((path) => [relative(within, path), ...stateOf(path)])
  // What others run meanwhile stays where it is; the note is replaced at once.
  writeFileSync(`${note}.${process.pid}`, JSON.stringify({ program, inputs }))
  renameSync(`${note}.${process.pid}`, note)
  return join(folder, program)
}

/** An image that is read-only has its programs as they stand. */
function mayWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const stateOf = (path) => {
  const { mtimeMs, size } = statSync(path)
  return [mtimeMs, size]
}

/** The program that the note names, if all that it was made of is as it was. */
function fresh(note, within) {
  try {
    const { program, inputs } = JSON.parse(readFileSync(note, 'utf8'))
    const isSame = ([path, mtimeMs, size]) => {
      const now = stateOf(join(within, path))
      return now[0] === mtimeMs && now[1] === size
    }
    return inputs.every(isSame) && existsSync(join(note, '..', program)) ? program : null
  } catch {
    return null
  }
}
