import { OfdFault } from '../bounds/ofd-fault.ts'

/**
 * The file that an ST_Loc of GB/T 33190 names: from the root when it begins with a slash, else from the folder of the
 * file it stands in. Throws `OfdFault` for what leads out of the package.
 */
export function locationOf(text: string, base: string): string {
  const isAbsolute = text.startsWith('/')
  const folder = isAbsolute ? [] : base.split('/').slice(0, -1)
  const parts = [...folder]
  for (const part of (isAbsolute ? text.slice(1) : text).split('/')) {
    if (part === '.') continue
    if (part === '..') {
      if (parts.pop() === undefined) throw new OfdFault('ofd-names-ambiguous', text)
    } else if (part === '' || /[\\\0]/.test(part)) throw new OfdFault('ofd-names-ambiguous', text)
    else parts.push(part)
  }
  return parts.join('/')
}
