import type { Scene } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { numbers } from '@moqi/form/testing/foreign-document'
import type { Pixels } from '@moqi/pdf/images/png'
import type { Renderer } from '@moqi/pdf/page-image/render-page'
import { appendSignature, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { edited, streamBody } from '../append-revision.ts'
import { type RandomSource, randomSource } from '../fuzz/random-source.ts'
import {
  type ContractPage,
  contractPage,
  free,
  pageNumber,
  paper,
  places,
  retyped,
  signedBy,
  type Target,
  targetsOf,
  uploadOf,
} from './contract-page.ts'
import {
  blankCanvas,
  type Canvas,
  type Ground,
  grounds,
  imageSources,
  pasteDisc,
  pasteGround,
  pasteSeal,
  type Place,
  sealPicture,
  type SealPicture,
  shapes,
} from './seal-look.ts'

/** A contract sealed by its second party as platforms do it, and one whose seal hides or retypes a glyph as well. */
export interface SealPair {
  /** Says how it was made. */
  name: string
  /** Of the print, in points. */
  size: number
  honest: Buffer
  twin: Buffer
  /** The seal leaves every glyph to be read: nothing about it is open. */
  isHarmless: boolean
}

/** The sizes of print, in points. */
const sizes = [8, 9, 10, 10.5, 12, 14] as const

/** Print shows through ink up to this opacity. */
const legibleOpacity = 0.65
const opaque = new Set<Ground>(['paper', 'jpeg', 'disc'])
/** A person hides what matters: figures, and what decides a sentence. */
const alternatives: Record<string, string> = {
  甲: '乙',
  乙: '甲',
  万: '千',
  二: '三',
  三: '二',
  壹: '叁',
  年: '月',
  不: '未',
  买: '卖',
  日: '月',
}

/** A seal on a page: where it lies, and where the strip of it is that this page shows. */
interface Stamp {
  page: number
  at: Place
  place: Place
}

interface Plan {
  page: ContractPage
  seal: SealPicture
  ground: Ground
  scale: number
  opacity: number
  quality: number
}

/** Makes the pair with a number: the same number always makes the same pages and pictures. */
export async function sealPair(on: Scene, renderer: Renderer, seed: number): Promise<SealPair> {
  const random = randomSource(seed)
  const size = sizes[seed % sizes.length] ?? 12
  const ground = random.pick(grounds)
  const place = random.pick(places)
  const page = contractPage(random, { size, place, margin: opaque.has(ground) ? 66 : 30 })
  const seal = sealPicture(random, random.pick(shapes))
  const plan: Plan = {
    page,
    seal,
    ground,
    scale: random.pick([150, 200, 300]) / 72,
    opacity: ground === 'thin ink' ? (40 + random.below(50)) / 100 : 1,
    quality: 60 + random.below(35),
  }
  const stamps = stampsOf(random, plan)
  const [first] = stamps
  if (!first) throw new Error('a seal on no page')
  const upload = uploadOf(page)
  const signed = await signedBy(on, upload)
  const looks = stamps.map((stamp) => honestLook(plan, stamp))
  const { look, how } = await forgedLook(random, { plan, stamp: first, upload, renderer })
  return {
    name: `${seed}: ${page.face} ${size}pt, ${place}, ${seal.shape}, ${ground}, ${how}`,
    size,
    honest: await sealBy(on, signed, plan, looks),
    twin: await sealBy(on, signed, plan, [look, ...looks.slice(1)]),
    isHarmless: ground === 'multiplied' || plan.opacity <= legibleOpacity,
  }
}

function stampsOf(random: RandomSource, { page, seal: { width, height } }: Plan): Stamp[] {
  const { call, pages, place } = page
  if (place !== 'strip') {
    const x = call.x + call.width * (0.2 + random.below(80) / 100) - width / 2
    const y = call.y + (random.below(100) / 100 - 0.3) * page.size - height / 2
    const at = { x: Math.min(x, paper.width - width - 5), y, width, height }
    return [{ page: 0, at, place: at }]
  }
  const part = width / pages
  const y = 400 + random.below(200)
  return Array.from({ length: pages }, (_, index) => ({
    page: index,
    at: { x: paper.width - part * (index + 1), y, width, height },
    place: { x: paper.width - part, y, width: part, height },
  }))
}

/** What one page shows of the seal, as pictures laid over each other. */
interface Look {
  page: number
  place: Place
  layers: { canvas: Canvas; multiplied: boolean }[]
}

function honestLook(plan: Plan, { page, at, place }: Stamp): Look {
  const canvas = blankCanvas(place, plan.scale)
  addGround(canvas, plan, { at, place })
  pasteSeal(canvas, at, plan.seal, plan.opacity)
  return { page, place, layers: [{ canvas, multiplied: plan.ground === 'multiplied' }] }
}

function addGround(canvas: Canvas, { ground, seal }: Plan, { at, place }: Pick<Stamp, 'at' | 'place'>): void {
  if (ground === 'paper' || ground === 'jpeg' || ground === 'multiplied') pasteGround(canvas, place)
  if (ground === 'disc') pasteDisc(canvas, at, seal.shape !== 'square')
}

const contains = (place: Place, { x, y, width, height }: Place, room: number) =>
  x + width / 2 > place.x - room &&
  x + width / 2 < place.x + place.width + room &&
  y + height / 2 > place.y - room &&
  y + height / 2 < place.y + place.height + room

/** How much of a box lies under the ink of a seal. */
function inkOver({ picture }: SealPicture, at: Place, box: Place): number {
  let covered = 0
  for (let step = 0; step < 100; step++) {
    const x = (box.x + ((step % 10) + 0.5) * (box.width / 10) - at.x) / at.width
    const y = 1 - (box.y + (Math.floor(step / 10) + 0.5) * (box.height / 10) - at.y) / at.height
    if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
    const pixel = Math.floor(y * picture.height) * picture.width + Math.floor(x * picture.width)
    if ((picture.data[pixel * 4 + 3] ?? 0) > 127) covered += 1
  }
  return covered / 100
}

/** The glyph that is hidden: under the seal where that leaves it to be read, else beside it. */
function chooseTarget(random: RandomSource, { page, ground, seal }: Plan, { at, place }: Stamp): Target {
  // What an honest seal covers as well would make no other picture.
  const isFree = (box: Place) =>
    opaque.has(ground) ? !contains(place, box, 8) : ground === 'multiplied' || inkOver(seal, at, box) < 0.2
  const all = targetsOf(page)
  for (const room of [0, 30, 80, 140, 300, 900]) {
    const near = all.filter(({ box }) => contains(place, box, room) && isFree(box))
    const figures = near.filter(({ text }) => /[0-9]/.test(text))
    const [first, ...others] = figures.length > 0 && random.below(3) > 0 ? figures : near
    if (first) return random.pick([first, ...others])
  }
  throw new Error('a page without glyphs')
}

const union = (one: Place, other: Place): Place => {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const right = Math.max(one.x + one.width, other.x + other.width)
  const top = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: top - y }
}

async function forgedLook(
  random: RandomSource,
  { plan, stamp, upload, renderer }: { plan: Plan; stamp: Stamp; upload: Buffer; renderer: Renderer },
): Promise<{ look: Look; how: string }> {
  const { page, ground, scale, seal, opacity } = plan
  const target = chooseTarget(random, plan, stamp)
  const other = anotherGlyph(random, target.text)
  const retypes = other !== undefined && random.below(2) === 0
  const patch = random.below(2) === 0 ? target.box : widened(target.box, 0.5)
  const place = snapped(union(stamp.place, patch), scale)
  const canvas = blankCanvas(place, scale)
  const ofPage = (bytes: Buffer) => pageCopy(renderer, bytes, canvas)
  const isCopied = ground === 'paper' || ground === 'jpeg'
  // Beyond the honest picture an opaque one has to show the page as it is.
  if (isCopied) pasteGround(canvas, place, await ofPage(upload))
  const layers = [{ canvas, multiplied: false }]
  const above = ground === 'multiplied' ? blankCanvas(place, scale) : canvas
  if (above !== canvas) layers.push({ canvas: above, multiplied: true })
  addGround(above, plan, stamp)
  pasteGround(canvas, patch, retypes ? await ofPage(uploadOf(retyped(page, target, other))) : undefined)
  pasteSeal(above, stamp.at, seal, opacity)
  const how = retypes ? `${target.text} retyped as ${other}` : `${target.text} covered`
  return { look: { page: stamp.page, place, layers }, how }
}

function anotherGlyph(random: RandomSource, text: string): string | undefined {
  if (!/[0-9]/.test(text)) return alternatives[text]
  return String((Number(text) + 1 + random.below(9)) % 10)
}

const widened = ({ x, y, width, height }: Place, by: number): Place => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** The page is drawn in whole pixels, and a picture of a part of it lies on them. */
function snapped({ x, y, width, height }: Place, scale: number): Place {
  const [left, top] = [Math.floor(x * scale), Math.floor((paper.height - y - height) * scale)]
  const [right, bottom] = [Math.ceil((x + width) * scale), Math.ceil((paper.height - y) * scale)]
  return {
    x: left / scale,
    y: paper.height - bottom / scale,
    width: (right - left) / scale,
    height: (bottom - top) / scale,
  }
}

function pageCopy(renderer: Renderer, bytes: Buffer, { place, picture: { width, height } }: Canvas): Promise<Pixels> {
  const scale = width / place.width
  const left = Math.round(place.x * scale)
  const top = Math.round((paper.height - place.y - place.height) * scale)
  return renderer.draw(bytes, 1, Math.round(paper.width * scale), { part: { left, top, width, height } })
}

/** The second party signs a field that it adds, with a look on every page that shows a part of the seal. */
async function sealBy(on: Scene, bytes: Buffer, plan: Plan, looks: Look[]): Promise<Buffer> {
  const [value, field] = [free, free + 1]
  const widgets = looks.map((_, index) => (looks.length === 1 ? field : free + 2 + index))
  const objects: WrittenObject[] = [edited(bytes, numbers.form, '8 0 R]', `8 0 R ${field} 0 R]`)]
  if (looks.length > 1) {
    const kids = widgets.map((number) => `${number} 0 R`).join(' ')
    objects.push({ number: field, body: `<</FT/Sig/T(seal)/V ${value} 0 R/Kids[${kids}]>>` })
  }
  for (const [index, look] of looks.entries()) {
    const widget = widgets[index] ?? field
    const { x, y, width, height } = look.place
    const rect = [x, y, x + width, y + height].map((edge) => edge.toFixed(3)).join(' ')
    const drawing = free + 20 + index * 10
    const owner = looks.length === 1 ? `/FT/Sig/T(seal)/V ${value} 0 R` : `/Parent ${field} 0 R`
    const onPage = pageNumber(look.page)
    objects.push({
      number: widget,
      body: `<<${owner}/Type/Annot/Subtype/Widget/F 132/P ${onPage} 0 R/Rect[${rect}]/AP<</N ${drawing} 0 R>>>>`,
    })
    objects.push(edited(bytes, onPage, /\/Annots\[([^\]]*)\]/, annotationsOf(bytes, onPage, widget)))
    objects.push(...drawingOf(plan, look, drawing))
  }
  const key = await on.party('乙方')
  return appendSignature(bytes, {
    number: value,
    entries: "/M(D:20261120110405+08'00')",
    objects,
    cms: (digest) => signDigest({ key, timestamps: on.timestamps }, digest),
  })
}

function annotationsOf(bytes: Buffer, page: number, widget: number): string {
  const listed = /\/Annots\[([^\]]*)\]/.exec(sourceOf(bytes, page))?.[1] ?? ''
  return `/Annots[${listed} ${widget} 0 R]`
}

function drawingOf({ ground, quality }: Plan, { place, layers }: Look, number: number): WrittenObject[] {
  const { width, height } = place
  const objects: WrittenObject[] = []
  const named = layers.map(({ canvas, multiplied }, index) => {
    const image = number + 1 + index * 2
    const kind = ground === 'jpeg' ? 'jpeg' : ground === 'paper' || multiplied ? 'opaque' : 'masked'
    const [picture, mask] = imageSources(canvas, kind, quality)
    if (mask) objects.push({ number: image + 1, body: streamBody(mask.content, mask.entries) })
    const masked = mask ? `/SMask ${image + 1} 0 R` : ''
    if (picture) objects.push({ number: image, body: streamBody(picture.content, `${picture.entries}${masked}`) })
    return { image, multiplied }
  })
  const images = named.map(({ image }) => `/I${image} ${image} 0 R`).join('')
  const shown = named.map(({ image, multiplied }) => {
    const state = multiplied ? '/M gs' : ''
    return `q ${state} ${width.toFixed(3)} 0 0 ${height.toFixed(3)} 0 0 cm /I${image} Do Q`
  })
  const resources = `/Resources<</XObject<<${images}>>/ExtGState<</M<</BM/Multiply>>>>>>`
  const box = `/BBox[0 0 ${width.toFixed(3)} ${height.toFixed(3)}]`
  return [...objects, { number, body: streamBody(shown.join(' '), `/Type/XObject/Subtype/Form${box}${resources}`) }]
}
