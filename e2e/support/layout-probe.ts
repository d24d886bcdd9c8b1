/**
 * What is wrong with a page at its present size. Evaluated inside the page as it stands here (see `layout.ts`), so it
 * imports nothing and keeps to what types can be stripped from.
 */

/** `place` is a selector with the words on it, `says` what is wrong, in px. */
export type LayoutFault = {
  kind: 'sideways' | 'narrow' | 'overlap' | 'small' | 'clipped'
  place: string
  says: string
}

/** What the page is held to. */
export type LayoutDemands = {
  /** Fingers need 44 px (WCAG 2.5.5). */
  touch: boolean
  /** Columns of text that may be no narrower than this, in px. */
  minimums: readonly (readonly [selector: string, px: number])[]
  /** What is open over the page: the rest is not looked at. */
  within?: string
}

type Box = { left: number; top: number; right: number; bottom: number }
type Target = { element: Element; box: Box; layer: Element | null }

const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio], ' +
  '[role=checkbox], [role=switch], [role=menuitem], [role=menuitemradio], [role=option]'
const primaries = '.btn-primary, .btn-seal, [type=submit]'
/** A pixel is no fault: borders share one, and sizes are rounded. */
const slack = 2
const finger = 44
/** So few px of a text that is cut tell nothing. */
const fewPx = 64

const words = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 24)

function placeOf(element: Element): string {
  const names: string[] = []
  for (let at: Element | null = element; at && at !== document.body && names.length < 3; at = at.parentElement) {
    const classes = [...at.classList].slice(0, 2).map((name) => `.${name}`)
    names.unshift(at.tagName.toLowerCase() + (at.id && !at.id.startsWith('_') ? `#${at.id}` : classes.join('')))
  }
  const shown = words(element)
  return names.join(' > ') + (shown && ` “${shown}”`)
}

const wide = ({ left, right }: Box) => right - left
const high = ({ top, bottom }: Box) => bottom - top
const sizeOf = (box: Box) => `${Math.round(wide(box))}×${Math.round(high(box))}`
const isThere = (box: Box) => wide(box) > 1 && high(box) > 1
const cross = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})
const holds = (outer: Box, inner: Box) =>
  inner.left >= outer.left - slack &&
  inner.right <= outer.right + slack &&
  inner.top >= outer.top - slack &&
  inner.bottom <= outer.bottom + slack
const boxOf = (element: Element): Box => {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return { left, top, right, bottom }
}

/** What is looked at: the page, or a dialog over it, which shuts out the rest. */
let scope: Element = document.body

function isShown(element: Element): boolean {
  if (element.closest('[inert], [aria-hidden=true], .toasts')) return false
  if (!element.checkVisibility({ checkVisibilityCSS: true })) return false
  for (let at: Element | null = element; at; at = at.parentElement) {
    // What only screen readers meet.
    if (getComputedStyle(at).clipPath === 'inset(50%)') return false
  }
  return isThere(boxOf(element))
}

/** A native tick box is pressed by its label, a field by what frames it. */
function targetOf(control: Element): Element {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return control
  if (['checkbox', 'radio', 'file'].includes(control.type)) {
    const label = control.closest('label') ?? control.labels?.[0]
    return label && isShown(label) ? label : control
  }
  for (let at: Element | null = control, steps = 0; at && steps < 4; at = at.parentElement, steps++) {
    if (parseFloat(getComputedStyle(at).borderTopWidth) > 0) return at
  }
  return control
}

/** What floats over the page, or moves against it, is a layer of its own. */
function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { position, zIndex } = getComputedStyle(at)
    if (position === 'fixed' || position === 'sticky' || at.tagName === 'DIALOG') return at
    if (position === 'absolute' && zIndex !== 'auto') return at
  }
  return null
}

const clips = (overflow: string) => overflow !== 'visible'
const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

/** What cuts an element: of its ancestors those that clip, from the inside out. */
function framesOf(element: Element): Element[] {
  const frames: Element[] = []
  let { position } = getComputedStyle(element)
  for (let at = element.parentElement; at && at !== document.body && position !== 'fixed'; at = at.parentElement) {
    const style = getComputedStyle(at)
    // What is placed is cut by what it is placed in, and by nothing between them.
    if (position === 'absolute' && style.position === 'static') continue
    position = style.position
    if (clips(style.overflowX) || clips(style.overflowY)) frames.push(at)
  }
  return frames
}

/** What of an element is not cut off, and what cuts it for good. */
function seenOf(element: Element): { box: Box; cutBy: Element | null } {
  let box = boxOf(element)
  let cutBy: Element | null = null
  for (const frame of framesOf(element)) {
    const { overflowX, overflowY } = getComputedStyle(frame)
    const { left, top, right, bottom } = boxOf(frame)
    const before = box
    if (clips(overflowX)) box = cross(box, { left, right, top: -Infinity, bottom: Infinity })
    if (clips(overflowY)) box = cross(box, { left: -Infinity, right: Infinity, top, bottom })
    const cutWide = !scrolls(overflowX) && wide(before) - wide(box) > slack
    const cutHigh = !scrolls(overflowY) && high(before) - high(box) > slack
    if (cutWide || cutHigh) cutBy ??= frame
  }
  return { box, cutBy }
}

function findTargets(): Target[] {
  const found = new Map<Element, Target>()
  for (const control of scope.querySelectorAll(controls)) {
    const element = targetOf(control)
    if (found.has(element) || !isShown(control) || !isShown(element)) continue
    const { box } = seenOf(element)
    if (isThere(box)) found.set(element, { element, box, layer: layerOf(element) })
  }
  return [...found.values()]
}

const fault = (kind: LayoutFault['kind'], element: Element, says: string): LayoutFault => ({
  kind,
  place: placeOf(element),
  says,
})

function sideways(): LayoutFault[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth + 1) return []
  const beyond = [...document.body.querySelectorAll('*')].filter((element) => {
    const { box } = seenOf(element)
    return isThere(box) && box.right > clientWidth + 1
  })
  const first = beyond.find((element) => !beyond.some((other) => other !== element && element.contains(other)))
  return [fault('sideways', first ?? document.body, `the page is ${scrollWidth} wide in ${clientWidth}`)]
}

function textNodes(within: Element): Text[] {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && node.data.trim() !== '') found.push(node)
  }
  return found
}

/** A line of so few characters, three times and more: the text stands instead of lying. */
function towers(): LayoutFault[] {
  return textNodes(scope).flatMap((node) => {
    const parent = node.parentElement
    if (node.data.trim().length < 4 || !parent || parent.closest('.textLayer') || !isShown(parent)) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    const length = node.data.trim().length
    return lines >= 3 && length / lines <= 2.5
      ? [fault('narrow', parent, `${length} characters in ${lines} lines`)]
      : []
  })
}

function cutTexts(): LayoutFault[] {
  return [...scope.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    if (element.scrollWidth <= element.clientWidth + 12 || element.clientWidth >= fewPx) return []
    // A page of paper keeps its scale, and so does what is placed on it.
    if (element.closest('.sheet-overlay') || getComputedStyle(element).textOverflow !== 'ellipsis') return []
    if (!isShown(element)) return []
    return [fault('narrow', element, `${element.clientWidth} of ${element.scrollWidth} px of it are seen`)]
  })
}

function belowMinimum({ minimums }: LayoutDemands): LayoutFault[] {
  return minimums.flatMap(([selector, least]) =>
    [...document.querySelectorAll(selector)].flatMap((element) => {
      // A column without any width is not seen itself, but its table is.
      const table = element.closest('table')
      const width = wide(boxOf(element))
      if (!isShown(table ?? element) || width >= least - 0.5) return []
      return [fault('narrow', element, `${Math.round(width)} px of at least ${least}`)]
    }),
  )
}

/** Where the words of an element lie; of a field, where one writes. */
function wordBoxes(element: Element): Box[] {
  const field = element.matches('input, textarea') ? element : element.querySelector('input, textarea')
  if (field) {
    const { left, top, right, bottom } = boxOf(field)
    const style = getComputedStyle(field)
    const [padLeft, padRight] = [parseFloat(style.paddingLeft), parseFloat(style.paddingRight)]
    return [{ left: left + padLeft, top, right: right - padRight, bottom }]
  }
  return wordsOn(element)
}

/** Where the words lie that are seen on an element and that nothing in it cuts. */
function wordsOn(element: Element): Box[] {
  const range = document.createRange()
  const isCut = (at: Element | null): boolean =>
    at !== null && at !== element && (clips(getComputedStyle(at).overflowX) || isCut(at.parentElement))
  return textNodes(element).flatMap((node) => {
    const parent = node.parentElement
    if (!parent || isCut(parent) || !isShown(parent)) return []
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  })
}

/** Words that stick out of their button. */
function spills(targets: readonly Target[]): LayoutFault[] {
  return targets.flatMap(({ element }) => {
    if (!element.matches('button, a.btn, [role=tab]') || clips(getComputedStyle(element).overflowX)) return []
    const box = boxOf(element)
    const out = wordsOn(element).find((line) => line.left < box.left - slack || line.right > box.right + slack)
    return out ? [fault('overlap', element, `${Math.round(wide(out))} px of words in ${Math.round(wide(box))}`)] : []
  })
}

/** A × at a field's end, a ⋯ at a row's: inside, and over none of its words. */
const isTucked = (outer: Target, inner: Target) =>
  holds(outer.box, inner.box) &&
  wordBoxes(outer.element).every((line) => {
    const shared = cross(line, inner.box)
    return wide(shared) <= slack || high(shared) <= slack
  })

function overlaps(targets: readonly Target[]): LayoutFault[] {
  const headings: Target[] = [...scope.querySelectorAll('h1, h2')]
    .filter(isShown)
    .map((element) => ({ element, box: seenOf(element).box, layer: layerOf(element) }))
    .filter(({ box }) => isThere(box))
  const pieces = [...targets, ...headings]
  const faults: LayoutFault[] = []
  for (const [index, one] of pieces.entries()) {
    for (const other of pieces.slice(index + 1)) {
      const shared = cross(one.box, other.box)
      if (wide(shared) <= slack || high(shared) <= slack || one.layer !== other.layer) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      if (isTucked(one, other) || isTucked(other, one)) continue
      faults.push(fault('overlap', one.element, `${sizeOf(shared)} shared with ${placeOf(other.element)}`))
    }
  }
  return faults
}

/** A link in running text is as high as its line (WCAG 2.5.8, inline). */
const isInline = (element: Element) =>
  [...(element.parentElement?.childNodes ?? [])].some(
    (node) => node instanceof Text && node.data.replaceAll(/\s/g, '').length >= 2,
  )

/** Whether a finger that far from its middle, to every side, still hits it. */
function isReached(element: Element): boolean {
  element.scrollIntoView({ block: 'center', inline: 'nearest' })
  const box = boxOf(element)
  const x = (box.left + box.right) / 2
  const y = (box.top + box.bottom) / 2
  const far = finger / 2 - 1
  const [across, along] = [Math.min(far, Math.max(wide(box) / 2 - 1, far)), far]
  return [
    [x - across, y],
    [x + across, y],
    [x, y - along],
    [x, y + along],
  ].every(([atX = 0, atY = 0]) => {
    const hit = document.elementFromPoint(atX, atY)
    return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
  })
}

function tooSmall(targets: readonly Target[]): LayoutFault[] {
  return targets.flatMap(({ element }) => {
    const box = boxOf(element)
    if (wide(box) >= finger - 0.5 && high(box) >= finger - 0.5) return []
    // What is placed on paper has the paper's scale; its panel moves it too.
    if (element.closest('.sheet-overlay') || isInline(element) || isReached(element)) return []
    return [fault('small', element, `${sizeOf(box)} for a finger`)]
  })
}

function partlyCut(targets: readonly Target[]): LayoutFault[] {
  return targets.flatMap(({ element }) => {
    const { box, cutBy } = seenOf(element)
    return cutBy
      ? [fault('clipped', element, `${sizeOf(box)} of ${sizeOf(boxOf(element))} seen in ${placeOf(cutBy)}`)]
      : []
  })
}

/** The way on must be there whole once it is scrolled to, with nothing over it. */
function unreachable(): LayoutFault[] {
  return [...scope.querySelectorAll(primaries)].filter(isShown).flatMap((element) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest' })
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    const whole = boxOf(element)
    const seen = cross(seenOf(element).box, screen)
    if (wide(seen) < wide(whole) - slack || high(seen) < high(whole) - slack)
      return [fault('clipped', element, `${isThere(seen) ? sizeOf(seen) : 'nothing'} of ${sizeOf(whole)} can be seen`)]
    const hit = document.elementFromPoint((whole.left + whole.right) / 2, (whole.top + whole.bottom) / 2)
    if (!hit || element.contains(hit) || hit.closest('.toasts') || getComputedStyle(element).pointerEvents === 'none')
      return []
    return hit.contains(element) ? [] : [fault('clipped', element, `${placeOf(hit)} lies over it`)]
  })
}

/** Scrolling to look is undone. */
function keepingScroll(look: () => LayoutFault[]): LayoutFault[] {
  const moved = [document.documentElement, ...document.querySelectorAll('*')]
    .filter((element) => element.scrollTop > 0 || element.scrollLeft > 0 || element.scrollHeight > element.clientHeight)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }))
  const found = look()
  for (const { element, top, left } of moved) element.scrollTo({ top, left, behavior: 'instant' })
  return found
}

/** Everything that is wrong with the page at its present size; empty when it is whole. */
export function findLayoutFaults(demands: LayoutDemands): LayoutFault[] {
  const open = demands.within ? document.querySelector(demands.within) : null
  scope = open ?? [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  return keepingScroll(() => {
    const targets = findTargets()
    return [
      ...sideways(),
      ...towers(),
      ...cutTexts(),
      ...belowMinimum(demands),
      ...spills(targets),
      ...overlaps(targets),
      ...partlyCut(targets),
      ...(demands.touch ? tooSmall(targets) : []),
      ...unreachable(),
    ]
  })
}
