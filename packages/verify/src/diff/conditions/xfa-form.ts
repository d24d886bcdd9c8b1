import { decodeStream } from '@moqi/pdf/read/decode-stream'
import { PdfFault } from '@moqi/pdf/read/fault'
import { itemsOf, type PdfStream, type PdfValue, textOf } from '@moqi/pdf/read/values'
import type { RevisionPair, Side } from '../revision-pair.ts'
import { onceAPair } from './once-a-pair.ts'

/** D30: of an XFA form only the data may change; template, script and everything else is the form itself. */
export const isOnlyData = onceAPair('isOnlyData', (pair) => {
  const [before, after] = [pair.older, pair.newer].map((side) => packetsOf(side))
  if (!before || !after || [...before.keys()].join('\n') !== [...after.keys()].join('\n')) return false
  return [...before].every(([name, packet]) => isAllowed(pair, name, packet, after.get(name)))
})

/** Packets by name in their order; a form in one stream is a packet without name. Undefined for anything else. */
function packetsOf({ view, model }: Side): Map<string, PdfValue> | undefined {
  const form = view.get(model.form, 'XFA')
  if (form.kind === 'stream') return new Map([['', form]])
  const items = itemsOf(form)
  const packets = new Map<string, PdfValue>()
  for (let at = 0; at + 1 < items.length; at += 2) {
    const name = textOf(view.resolve(items[at]))
    if (name === undefined || packets.has(name)) return undefined
    packets.set(name, view.resolve(items[at + 1]))
  }
  return packets.size > 0 ? packets : undefined
}

function isAllowed(pair: RevisionPair, name: string, before: PdfValue, after: PdfValue | undefined): boolean {
  if (before.kind !== 'stream' || after?.kind !== 'stream') return false
  if (name === 'datasets' || before.raw.equals(after.raw)) return true
  const [one, other] = [before, after].map((stream) => withoutData(pair, name, stream))
  return one !== undefined && one === other
}

/** What a packet says besides data; undefined when it cannot be read. */
function withoutData({ newer }: RevisionPair, name: string, stream: PdfStream): string | undefined {
  try {
    const source = decodeStream(stream, newer.view.file.budget).toString('latin1')
    return name === '' ? withoutDatasets(source) : source
  } catch (error) {
    if (error instanceof PdfFault) return undefined
    throw error
  }
}

/** The whole form without its one `datasets` packet; with several, what stands between them counts. */
function withoutDatasets(source: string): string {
  const start = source.indexOf('<xfa:datasets')
  const close = source.lastIndexOf('</xfa:datasets')
  const end = source.indexOf('>', close)
  const isOne = start === source.lastIndexOf('<xfa:datasets') && close === source.indexOf('</xfa:datasets')
  return isOne && start >= 0 && close > start && end >= 0 ? source.slice(0, start) + source.slice(end + 1) : source
}
