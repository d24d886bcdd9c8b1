import type { View } from '@moqi/pdf/read/pdf-file'
import { numberOf, type PdfDict } from '@moqi/pdf/read/values'
import { decimal } from '@moqi/pdf/write/pdf-syntax'

/** A widget's own space, in points, and the first four numbers of the matrix that turns it. */
export interface WidgetFrame {
  readonly width: number
  readonly height: number
  readonly turn: readonly [number, number, number, number]
  /** Operators that paint ground and border, empty without. */
  readonly ground: string
}

type Turn = WidgetFrame['turn']
const upright: Turn = [1, 0, 0, 1]
/** ISO 32000-1 table 189: /R turns the widget counterclockwise against its page. */
const turns = new Map<number, Turn>([
  [90, [0, 1, -1, 0]],
  [180, [-1, 0, 0, -1]],
  [270, [0, -1, 1, 0]],
])

/** The frame of a widget; undefined without a rectangle that has a size. */
export function frameOf(view: View, dict: PdfDict): WidgetFrame | undefined {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(view, dict, 'Rect')
  const [across, up] = [Math.abs(right - left), Math.abs(top - bottom)]
  if (across === 0 || up === 0) return undefined
  const style = view.dict(dict, 'MK')
  const turn = turns.get(wholeTurns(view.number(style, 'R') ?? 0)) ?? upright
  const size = turn[0] === 0 ? { width: up, height: across } : { width: across, height: up }
  const line = view.number(view.dict(dict, 'BS'), 'W') ?? 1
  return { ...size, turn, ground: style ? groundOf(view, style, { ...size, line }) : '' }
}

const wholeTurns = (angle: number) => ((angle % 360) + 360) % 360

type Edge = Pick<WidgetFrame, 'width' | 'height'> & { readonly line: number }

function groundOf(view: View, style: PdfDict, { width, height, line }: Edge): string {
  const fill = colour(numbersOf(view, style, 'BG'), ['g', 'rg', 'k'])
  const stroke = colour(numbersOf(view, style, 'BC'), ['G', 'RG', 'K'])
  const edge = [line / 2, line / 2, width - line, height - line].map(decimal).join(' ')
  const painted = fill === '' ? '' : `${fill} 0 0 ${decimal(width)} ${decimal(height)} re f `
  const drawn = stroke === '' || line <= 0 ? '' : `${stroke} ${decimal(line)} w ${edge} re S `
  return painted + drawn === '' ? '' : `q ${painted}${drawn}Q `
}

/** Table 189: no numbers are no colour, else grey, RGB or CMYK. */
function colour(values: readonly number[], [grey, rgb, cmyk]: readonly [string, string, string]): string {
  const operator = { 1: grey, 3: rgb, 4: cmyk }[values.length]
  return operator === undefined ? '' : `${values.map(decimal).join(' ')} ${operator}`
}

const numbersOf = (view: View, dict: PdfDict, key: string): number[] =>
  view.items(dict, key).map((item) => numberOf(item) ?? 0)
