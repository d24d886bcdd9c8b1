import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const Findings = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullable(),
    help: z.string(),
    /** CSS selectors of the elements concerned. */
    places: z.array(z.string()),
  }),
)

/** One rule of axe-core that a page breaks, and where. */
export type AxeFinding = z.infer<typeof Findings>[number]

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Judges the page as it stands against WCAG 2.2 AA, what axe holds for an experiment there too, and axe's best
 * practices; an empty list is a pass.
 */
export async function axeFindings(page: Page, within = 'html'): Promise<AxeFinding[]> {
  // A page that is still loading is not the page: its heading says that it stands. One without any is judged so.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: 5000 })
    .catch(() => {})
  // Written out by the build, a page can be read before its scripts are there, and is inert until then.
  await page.locator('#root[inert]').waitFor({ state: 'detached' })
  // Evaluated through the debugger, which the page's CSP does not bind.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const found: unknown = await page.evaluate(`
    axe.run(${JSON.stringify(within)}, {
      runOnly: ${JSON.stringify(tags)}, rules: { 'label-content-name-mismatch': { enabled: true } },
      resultTypes: ['violations'], preload: { assets: ['media'] },
    }).then(({ violations }) =>
      violations.map(({ id, impact, help, nodes }) => ({
        id, impact: impact ?? null, help, places: nodes.map(({ target }) => target.join(' ')),
      })),
    )`)
  return Findings.parse(found)
}
