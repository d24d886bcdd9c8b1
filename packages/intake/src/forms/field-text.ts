import { SigningRefusal } from '@moqi/signing/append/sign-request'
import { type FittedText, fitText } from '@moqi/signing/append/text-appearance'
import { textWidth } from '@moqi/pdf/fonts/text-font'
import type { TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { decimal } from '@moqi/pdf/write/pdf-syntax'
import { IntakeRefusal } from '../intake-refusal.ts'
import type { FormWidget } from './form-widgets.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** Field flags 13, 14 and 25 of texts and 18 of choices (ISO 32000-1 §12.7.4.3 and §12.7.4.4). */
const multiline = 1 << 12
const password = 1 << 13
const comb = 1 << 24
const combo = 1 << 17

const padding = 2
const lineHeight = 1.25
/** What a field of no set size is written in: Acrobat's choice for many lines, and a share of the height for one. */
const usualSize = 12
const heightShare = 0.65
/** Readers let what does not fit run out of sight; a signed value is shown whole, however small. */
const lastSizes = [3, 2, 1]
const chosenGround = '0.6 0.75 0.86 rg'

type Show = (text: string) => string
interface Line {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
}

/** The texts that a widget may show, without what cannot be seen; a list's are all that it offers. */
export function textsOf({ kind, flags, values, options }: FormWidget): string[] {
  const shown = values.map((value) => visible(options.find((option) => option.value === value)?.label ?? value))
  if (kind === 'Tx') return flags & password ? ['*'.repeat([...shown.join('')].length)] : [shown.join('\n')]
  if (flags & combo) return shown.slice(0, 1)
  return [...options.map(({ label }) => visible(label)), ...shown.filter((_, i) => !isOffered(options, values[i]))]
}

const isOffered = (options: FormWidget['options'], value: string | undefined) =>
  options.some((option) => option.value === value)

const visible = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\t\u00a0]/g, ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')

/** The content of a text's or choice's appearance; throws IntakeRefusal too-complex for a text that fits in no size. */
export function textAppearance(font: TrueTypeFont, show: Show, widget: FormWidget, frame: WidgetFrame): string {
  const texts = textsOf(widget)
  const list = widget.kind === 'Ch' && (widget.flags & combo) === 0
  const { lines, ground } = list
    ? listLines(font, widget, frame, texts)
    : { lines: textLines(font, widget, frame, texts.join('')), ground: '' }
  const written = lines
    .filter(({ text }) => text !== '')
    .map(({ text, x, y, size }) => `/F ${decimal(size)} Tf 1 0 0 1 ${decimal(x)} ${decimal(y)} Tm ${show(text)} Tj`)
  const body = written.length > 0 ? `BT ${colourOf(widget)} ${written.join(' ')} ET` : ''
  return `${frame.ground}/Tx BMC q ${ground}${body} Q EMC`
}

function textLines(font: TrueTypeFont, widget: FormWidget, { width, height }: WidgetFrame, text: string): Line[] {
  const { flags, most, alignment } = widget
  const many = (flags & multiline) !== 0
  if (flags & comb && most > 0 && !many) return combLines(font, widget, { width, height }, text)
  const wanted = sizeOf(widget) || (many ? usualSize : height * heightShare)
  const { lines, size } = fitted(font, { width, height, size: wanted }, many ? text : text.replaceAll('\n', ' '))
  const leading = size * lineHeight
  const top = many ? height - padding - size * 0.88 : (height + (lines.length - 1) * leading - size) / 2 + size * 0.12
  // Lines of a full box begin at its very top.
  const first = Math.max(top, (lines.length - 1) * leading + size * 0.12)
  return lines.map((line, i) => {
    const spare = width - 2 * padding - textWidth(font, line) * size
    return { text: line, x: padding + (spare * alignment) / 2, y: first - i * leading, size }
  })
}

/** A character in the middle of each of the comb's cells. */
function combLines(
  font: TrueTypeFont,
  widget: FormWidget,
  { width, height }: Pick<WidgetFrame, 'width' | 'height'>,
  text: string,
): Line[] {
  const characters = [...text]
  const cell = width / Math.max(widget.most, characters.length)
  const size = Math.min(sizeOf(widget) || height * heightShare, cell)
  const y = (height - size) / 2 + size * 0.12
  return characters.map((character, i) => {
    return { text: character, x: (i + 0.5) * cell - (textWidth(font, character) * size) / 2, y, size }
  })
}

/** All that the list offers when it fits, what is chosen marked; else what is chosen alone. */
function listLines(font: TrueTypeFont, widget: FormWidget, frame: WidgetFrame, texts: readonly string[]) {
  const { width, height } = frame
  const { options, values } = widget
  const size = sizeOf(widget) || usualSize
  const row = size * lineHeight
  const chosen = texts.filter((_, i) => values.includes(options[i]?.value ?? '') || i >= options.length)
  if (texts.length * row > height) {
    return { lines: textLines(font, { ...widget, flags: multiline }, frame, chosen.join('\n')), ground: '' }
  }
  const lines = texts.map((text, i) => {
    const fitting = Math.min(size, (width - 2 * padding) / Math.max(0.001, textWidth(font, text)))
    return { text, x: padding, y: height - (i + 1) * row + row * 0.25, size: fitting }
  })
  const marks = lines.flatMap(({ text }, i) =>
    chosen.includes(text) ? [`0 ${decimal(height - (i + 1) * row)} ${decimal(width)} ${decimal(row)} re f`] : [],
  )
  return { lines, ground: marks.length > 0 ? `q ${chosenGround} ${marks.join(' ')} Q ` : '' }
}

interface Room {
  readonly width: number
  readonly height: number
  readonly size: number
}

function fitted(font: TrueTypeFont, { width, height, size }: Room, text: string): FittedText {
  for (const fontSize of [size, ...lastSizes]) {
    try {
      return fitText(font, { slot: '', fontSize, width, height }, text)
    } catch (error) {
      if (!(error instanceof SigningRefusal)) throw error
    }
  }
  throw new IntakeRefusal('too-complex', 'a field holds more than it can show')
}

/** Size in points, 0 for whatever fits (§12.7.3.3). */
const sizeOf = ({ style }: FormWidget) => Number(/([\d.]{1,9})\s+Tf/.exec(style)?.[1] ?? 0) || 0

function colourOf({ style }: FormWidget): string {
  return /(?:^|\s)((?:[\d.]{1,9}\s{1,9}){1,4}(?:g|rg|k))(?=\s|$)/.exec(style)?.[1] ?? '0 g'
}
