import { defaultLimits } from '../bounds/limits.ts'
import { readPackage } from '../package/read-package.ts'

/** What nothing signs: lists of signatures, and what stands beside a value in its file. */
const open = /(?:^|\/)(?:Signatures\.xml|SignedValue\.dat)$/

/** Whether two packages hold the same files, but for what signatures leave open. */
export function hasSameContent(one: Buffer, other: Buffer): boolean {
  const [first, second] = [one, other].map((bytes) => readPackage(bytes, defaultLimits))
  if (!first || !second || first.names.size !== second.names.size) return false
  return [...first.names].every((name) => {
    const content = second.read(name)
    return content !== undefined && (open.test(name) || first.read(name)?.equals(content) === true)
  })
}
