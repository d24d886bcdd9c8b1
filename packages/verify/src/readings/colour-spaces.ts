import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, itemsOf, nameOf, type PdfValue } from '@moqi/pdf/read/values'
import type { LookFault } from './look-fault.ts'

const simple = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'G', 'RGB', 'CMYK', 'Pattern', 'I', 'Indexed'])
const calibrated = new Set(['CalGray', 'CalRGB', 'Lab'])
const deepest = 6

/**
 * E3: inks by name are drawn by some readers where others leave them out: /None paints nothing, /All every plate (ISO
 * 32000-2 8.6.6.4).
 */
export function colourSpaceFault(view: View, value: PdfValue, depth = 0): LookFault | undefined {
  if (value.kind === 'null') return undefined
  if (value.kind === 'name') return simple.has(value.value) ? undefined : unknownSpace(value.value)
  return depth > deepest ? unknownSpace('') : familyFault(view, value, depth)
}

function familyFault(view: View, space: PdfValue, depth: number): LookFault | undefined {
  const [family, second] = itemsOf(space).map((one) => view.resolve(one))
  const name = nameOf(family) ?? ''
  if (calibrated.has(name)) return undefined
  if (name === 'ICCBased') return profileFault(view, second)
  if (name === 'Separation' || name === 'DeviceN') return inkFault(view, space, depth)
  if (!simple.has(name)) return unknownSpace(name)
  return second && colourSpaceFault(view, second, depth + 1)
}

function inkFault(view: View, space: PdfValue, depth: number): LookFault | undefined {
  const [family, named, alternate] = itemsOf(space).map((one) => view.resolve(one))
  const inks = named?.kind === 'array' ? named.items.map((one) => nameOf(view.resolve(one))) : [nameOf(named)]
  const isSound = inks.length > 0 && inks.every((ink) => ink !== undefined && ink !== 'None' && ink !== 'All')
  if (!isSound || !alternate) return { what: `${nameOf(family) ?? ''} /${inks.join(' /')}`, clause: '8.6.6.4' }
  return colourSpaceFault(view, alternate, depth + 1)
}

/** Readers that know no profiles go by the number of its components. */
function profileFault(view: View, profile: PdfValue | undefined): LookFault | undefined {
  const dict = dictOf(profile)
  const components = integerOf(view.get(dict, 'N'))
  if (profile?.kind === 'stream' && (components === 1 || components === 3 || components === 4)) return undefined
  return { what: 'ICCBased', clause: '8.6.5.5' }
}

const unknownSpace = (name: string): LookFault => ({ what: `颜色空间 ${name}`, clause: '8.6' })
