import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const built = join(import.meta.dirname, '../apps/web/dist')

/** Vite's account of what it built: for each module that begins a file, the file and what it imports at once. */
export const buildManifest = join(built, '.vite/manifest.json')

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
)

/**
 * Bytes of scripts and of styles, compressed as they travel, that these modules of apps/web/src need before they can
 * run: they and all they import, without what they import only when it is wanted. Throws for a module that begins no
 * file.
 */
export function pageWeight(modules: readonly string[]): { script: number; style: number } {
  const manifest = Manifest.parse(JSON.parse(readFileSync(buildManifest, 'utf8')))
  const [visited, scripts, styles] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const visit = (name: string) => {
    if (visited.has(name)) return
    visited.add(name)
    const part = manifest[name]
    if (!part) throw new Error(`${name} begins no file of the build`)
    scripts.add(part.file)
    for (const style of part.css) styles.add(style)
    for (const imported of part.imports) visit(imported)
  }
  for (const module of modules) visit(module)
  return { script: compressed(scripts), style: compressed(styles) }
}

const compressed = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(built, `${file}.br`)).size, 0)
