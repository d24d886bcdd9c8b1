import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import type { findLayoutFaults, LayoutDemands, LayoutFault } from './layout-probe.ts'
import { picture } from './picture.ts'

/** A size of the window in CSS px, and what points at it. */
export type Screen = { width: number; height: number; touch: boolean }

const mouse = (width: number, height: number): Screen => ({ width, height, touch: false })
const finger = (width: number, height: number): Screen => ({ width, height, touch: true })

/** Desks, and 1440×900 at 125, 150, 200 and 1280×1024 at 400 % zoom. */
const desks = [
  mouse(1440, 900),
  mouse(1366, 768),
  mouse(1280, 720),
  mouse(1152, 720),
  mouse(1024, 768),
  mouse(960, 600),
  mouse(720, 450),
  mouse(320, 256),
]
/** Tablets, a turned phone and phones. */
const hands = [
  finger(820, 1180),
  finger(768, 1024),
  finger(844, 390),
  finger(390, 844),
  finger(360, 740),
  finger(320, 568),
]

/** Every size that a page is looked at in (CONTRIBUTING, Style 15). */
const everyScreen: readonly Screen[] = [...desks, ...hands]

const probe = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'layout-probe.ts'), 'utf8')).replaceAll(
  /^export /gm,
  '',
)

/** A fault with the size of the window it was seen at. */
type SeenFault = LayoutFault & { screen: string }

async function faultsNow(page: Page, demands: LayoutDemands): Promise<LayoutFault[]> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const look = `(() => { ${probe}; return findLayoutFaults(${JSON.stringify(demands)}) })()`
  return page.evaluate<ReturnType<typeof findLayoutFaults>>(look)
}

/** What of a page may be no narrower, in px; where it is written down once for all pages. */
const minimums: LayoutDemands['minimums'] = [
  ['.plain-table td.plain-rest', 112],
  ['.plain-table td:has(> .title-link, > .two-lines > .title-link)', 200],
]

/**
 * Looks at the page as it stands in each size of the window, and leaves it as it was; `name` is that of its pictures.
 * A fault that is gone a moment later was a page still arriving.
 */
export async function layoutFaults(
  page: Page,
  name: string,
  { screens = everyScreen, within }: { screens?: readonly Screen[]; within?: string } = {},
): Promise<SeenFault[]> {
  const before = page.viewportSize()
  const session = await page.context().newCDPSession(page)
  const found: SeenFault[] = []
  const demands = { minimums, ...(within !== undefined && { within }) }
  let pointed: boolean | undefined
  for (const { width, height, touch } of screens) {
    await page.setViewportSize({ width, height })
    // Each time it is told makes the page work out all its styles anew.
    if (touch !== pointed) await pointWith(session, touch)
    pointed = touch
    let faults = await faultsNow(page, { ...demands, touch })
    if (faults.length > 0) {
      await page.waitForTimeout(200)
      faults = await faultsNow(page, { ...demands, touch })
    }
    await picture(page, `layout-${name}-${width}x${height}`)
    found.push(...faults.map((fault) => ({ ...fault, screen: `${width}×${height}` })))
  }
  await pointWith(session, false)
  await session.detach()
  if (before) await page.setViewportSize(before)
  return found
}

const pointWith = (session: CDPSession, touch: boolean) =>
  session.send('Emulation.setTouchEmulationEnabled', { enabled: touch, maxTouchPoints: touch ? 5 : 1 })

/** One line a fault and place, with the sizes it was seen at. */
export function faultLines(faults: readonly SeenFault[]): string[] {
  const lines = new Map<string, string[]>()
  for (const { kind, place, says, screen } of faults) {
    // Of rows that are alike the first one tells.
    const what = `${kind} ${place.replace(/ “.*/, '')}`
    const seen = lines.get(what) ?? []
    if (!seen.some((line) => line.startsWith(`${screen} `)))
      seen.push(`${screen} ${place.replace(/^[^“]*/, '')} ${says}`)
    lines.set(what, seen)
  }
  return [...lines].map(([what, seen]) => `${what} — ${seen.join('; ')}`)
}
