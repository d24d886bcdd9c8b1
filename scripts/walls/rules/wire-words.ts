import { Visitor } from 'oxc-parser'
import { isProduct } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import type { Source } from '../source.ts'

const inside = /^(?:packages\/domain|apps\/server\/src\/(?:cores|platform))\//
// What these are called behind packages/api stands in its folder wire/.
const onTheWire =
  /^(?:task(?:Id|No|Name|Type|Status)|signer(?:No|Status|Array)|position(?:Id|Type|Array)|(?:file|page|field|lock|role|cc|attachment)Array|\w*[rR]eliev\w*)$/

/** Names of the wire where the domain's are spoken: in the domain, the cores and the platform. */
export function findWireWords({ path, program, lineAt }: Source): Finding[] {
  if (!inside.test(path) || !isProduct(path) || path.includes('/migrations/')) return []
  const found: Finding[] = []
  new Visitor({
    Identifier({ name, start }) {
      if (onTheWire.test(name)) found.push({ file: path, line: lineAt(start), rule: 'wire-word', text: name })
    },
  }).visit(program)
  return found
}
