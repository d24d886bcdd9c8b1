import { decodeStream } from '@moqi/pdf/read/decode-stream'
import { PdfFault } from '@moqi/pdf/read/fault'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import { contentOperators } from '../appearance/content-operators.ts'
import { colourSpaceFault } from './colour-spaces.ts'
import type { LookFault } from './look-fault.ts'

/** Everything that some readers draw and others do not, by the key that brings it in (ISO 32000-2). */
const disputedKeys: Record<string, string> = {
  Alternates: '8.9.5.4',
  OPI: '14.11.7',
  OC: '8.11.3',
  PS: '8.8.2',
  Subtype2: '8.8.2',
  Ref: '8.10.4',
  F: '7.3.8.2',
  FFilter: '7.3.8.2',
  Measure: '8.8.1',
  PtData: '8.8.1',
}

/** Graphics states that printers heed and screens do not; a name says that nothing is done. */
const deviceKeys = ['TR', 'TR2', 'HT', 'BG', 'BG2', 'UCR', 'UCR2']
const blendModes = new Set(
  (
    'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference ' +
    'Exclusion Hue Saturation Color Luminosity'
  ).split(' '),
)
const operators = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re ' +
    'RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
)
const deepest = 12

/** Reads looks of one revision; what several share is read once. */
export class LookContents {
  readonly #view: View
  readonly #seen = new Set<PdfValue>()

  constructor(view: View) {
    this.#view = view
  }

  /** E3: the first thing in a look that readers need not show alike; undefined when there is none. */
  faultOf(look: PdfStream): LookFault | undefined {
    try {
      return this.#form(look, 0)
    } catch (error) {
      if (error instanceof PdfFault) return { what: '无法读取的内容', clause: '7.8.2' }
      throw error
    }
  }

  #form(form: PdfStream, depth: number): LookFault | undefined {
    if (this.#seen.has(form)) return undefined
    this.#seen.add(form)
    this.#view.file.budget.step()
    if (depth > deepest) return { what: '嵌套过深', clause: '8.10' }
    const fault = disputed(form.dict)
    return fault ?? this.#operators(form) ?? this.#resources(this.#view.dict(form.dict, 'Resources'), depth)
  }

  #operators(form: PdfStream): LookFault | undefined {
    for (const { name, operands } of contentOperators(
      decodeStream(form, this.#view.file.budget),
      this.#view.file.budget,
    )) {
      if (!operators.has(name)) return { what: `运算符 ${name}`, clause: '7.8.2' }
      const [tag] = operands
      if ((name === 'BDC' || name === 'DP') && nameOf(tag) === 'OC') return { what: '可选内容', clause: '8.11.3' }
    }
    return undefined
  }

  #resources(resources: PdfDict | undefined, depth: number): LookFault | undefined {
    return (
      this.#each(resources, 'XObject', (one) => this.#object(one, depth)) ??
      this.#each(resources, 'ExtGState', (one) => this.#state(one, depth)) ??
      this.#each(resources, 'ColorSpace', (one) => colourSpaceFault(this.#view, one)) ??
      this.#each(resources, 'Pattern', (one) => this.#pattern(one, depth)) ??
      this.#each(resources, 'Shading', (one) => this.#shading(one)) ??
      this.#each(resources, 'Font', (one) => this.#font(one, depth))
    )
  }

  #each(
    resources: PdfDict | undefined,
    key: string,
    judge: (value: PdfValue) => LookFault | undefined,
  ): LookFault | undefined {
    for (const value of this.#view.dict(resources, key)?.entries.values() ?? []) {
      this.#view.file.budget.step()
      const fault = judge(this.#view.resolve(value))
      if (fault) return fault
    }
    return undefined
  }

  #object(value: PdfValue, depth: number): LookFault | undefined {
    if (value.kind !== 'stream') return undefined
    const subtype = this.#view.name(value.dict, 'Subtype')
    if (subtype === 'Form') return this.#form(value, depth + 1)
    if (subtype !== 'Image') return { what: `${subtype ?? '未注明'} 对象`, clause: '8.8' }
    return this.#image(value)
  }

  #image(image: PdfStream): LookFault | undefined {
    const fault = disputed(image.dict) ?? colourSpaceFault(this.#view, this.#view.get(image.dict, 'ColorSpace'))
    if (fault) return fault
    for (const key of ['SMask', 'Mask']) {
      const mask = this.#view.get(image.dict, key)
      const masked = mask.kind === 'stream' ? disputed(mask.dict) : undefined
      if (masked) return masked
    }
    return undefined
  }

  #state(value: PdfValue, depth: number): LookFault | undefined {
    const state = dictOf(value)
    if (!state) return undefined
    const curve = deviceKeys.find((key) => !['null', 'name'].includes(this.#view.get(state, key).kind))
    if (curve !== undefined) return { what: `/${curve}`, clause: '10.5' }
    const inks = ['OP', 'op'].find((key) => isTrue(this.#view.get(state, key)))
    if (inks !== undefined) return { what: '叠印', clause: '8.6.7' }
    const mode = this.#view.get(state, 'BM')
    const modes = mode.kind === 'array' ? mode.items.map((one) => this.#view.resolve(one)) : [mode]
    if (mode.kind !== 'null' && (modes.length !== 1 || !blendModes.has(nameOf(modes[0]) ?? ''))) {
      return { what: '混合模式', clause: '11.3.5' }
    }
    return this.#softMask(this.#view.dict(state, 'SMask'), depth)
  }

  #softMask(mask: PdfDict | undefined, depth: number): LookFault | undefined {
    if (!mask) return undefined
    if (!['null', 'name'].includes(this.#view.get(mask, 'TR').kind)) return { what: '蒙版的 /TR', clause: '11.6.5' }
    return this.#object(this.#view.get(mask, 'G'), depth)
  }

  #pattern(value: PdfValue, depth: number): LookFault | undefined {
    if (value.kind === 'stream') return this.#form(value, depth + 1)
    const pattern = dictOf(value)
    return this.#shading(this.#view.get(pattern, 'Shading')) ?? this.#state(this.#view.get(pattern, 'ExtGState'), depth)
  }

  #shading(value: PdfValue): LookFault | undefined {
    const shading = dictOf(value)
    return shading && colourSpaceFault(this.#view, this.#view.get(shading, 'ColorSpace'))
  }

  /** Glyphs of a Type 3 font are content of their own. */
  #font(value: PdfValue, depth: number): LookFault | undefined {
    const font = dictOf(value)
    if (!font || this.#view.name(font, 'Subtype') !== 'Type3' || this.#seen.has(font)) return undefined
    this.#seen.add(font)
    return (
      this.#each(font, 'CharProcs', (one) => (one.kind === 'stream' ? this.#form(one, depth + 1) : undefined)) ??
      this.#resources(this.#view.dict(font, 'Resources'), depth + 1)
    )
  }
}

function disputed(dict: PdfDict): LookFault | undefined {
  const key = [...dict.entries.keys()].find((one) => Object.hasOwn(disputedKeys, one))
  return key === undefined ? undefined : { what: `/${key}`, clause: disputedKeys[key] ?? '' }
}

const isTrue = (value: PdfValue) => value.kind === 'boolean' && value.value
