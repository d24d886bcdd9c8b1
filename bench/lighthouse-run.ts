import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts'

const folder = join(import.meta.dirname, 'lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const run = promisify(execFile)
const reportBytes = 64 * 1024 * 1024

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

const Report = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(
    z.enum(categories),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string() })) }),
  ),
  audits: z
    .record(z.string(), z.object({ score: z.number().nullable(), numericValue: z.number().optional() }))
    .refine((audits) => 'largest-contentful-paint' in audits),
})

/** What Lighthouse says of a page: scores of 0–100, the largest paint in ms, and the audits that are not whole. */
export type LighthouseFindings = { scores: Record<Category, number>; lcpMs: number; short: string[] }

/** Installs Lighthouse into its own folder when it is not there: it is a fifth of all our dependencies by weight. */
export async function ensureLighthouse(): Promise<void> {
  if (existsSync(program)) return
  console.log('正在安装 Lighthouse（仅首次）…')
  await run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
}

/**
 * Measures a page as a phone on a slow 4G line sees it (Lighthouse's simulated mobile), in a browser of its own or in
 * that of `port`, as whoever is signed in there. Throws when it could not.
 */
export async function lighthouse(url: string, port: number | null): Promise<LighthouseFindings> {
  const flags = [
    url,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${categories.join(',')}`,
    // A session is part of the storage that is emptied otherwise.
    ...(port === null
      ? [`--chrome-flags=--headless=new ${chromiumArgs.join(' ')}`]
      : [`--port=${port}`, '--disable-storage-reset']),
  ]
  const env = { ...process.env, CHROME_PATH: chromiumPath() }
  const measure = () => run(process.execPath, [program, ...flags], { env, maxBuffer: reportBytes })
  // On a busy machine Chromium loses a trace now and then; twice in a row is something else.
  const { stdout } = await measure().catch(measure)
  const report = Report.parse(JSON.parse(stdout))
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  const scoreOf = (category: Category) => Math.round((report.categories[category].score ?? 0) * 100)
  const [performance, accessibility, bestPractices, seo] = categories.map(scoreOf)
  return {
    scores: {
      performance: performance ?? 0,
      accessibility: accessibility ?? 0,
      'best-practices': bestPractices ?? 0,
      seo: seo ?? 0,
    },
    lcpMs: Math.round(report.audits['largest-contentful-paint']?.numericValue ?? 0),
    short: [...new Set(Object.values(report.categories).flatMap(({ auditRefs }) => auditRefs.map(({ id }) => id)))]
      .filter((id) => (report.audits[id]?.score ?? 1) < 0.9)
      .toSorted(),
  }
}
