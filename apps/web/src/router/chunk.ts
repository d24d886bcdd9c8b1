import type { ComponentType } from 'react'
import { isStyleFault, sharedLoad } from './shared-load.ts'

/** ms to wait for a page's files (checklist K4). */
const chunkTimeout = 120_000

class ChunkTimeout extends Error {
  override name = 'ChunkTimeout'
}

/** A route's component from a module loaded on the first visit: `page(() => import('./x.tsx'), (m) => m.X)`. */
export function page<M>(load: () => Promise<M>, pick: (module: M) => ComponentType) {
  const once = sharedLoad(load)
  return async () => {
    const module = await inTime(once())
    return { Component: pick(module) }
  }
}

/** The same from a list of loads that itself comes when the first of them is wanted: `pageOf(loads)('xPage')`. */
export const pageOf =
  <Name extends string>(loads: () => Promise<Record<Name, () => Promise<ComponentType>>>) =>
  (name: Name) =>
    page(
      async () => (await loads())[name](),
      (Component) => Component,
    )

function inTime<M>(loading: Promise<M>): Promise<M> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkTimeout('the page took too long')), chunkTimeout)
    loading.then(resolve, (fault: unknown) => reject(coded(fault))).finally(() => clearTimeout(timer))
  })
}

/** A stylesheet that fails is told by its code (checklist X21). */
export function coded(fault: unknown): unknown {
  if (!isStyleFault(fault)) return fault
  return Object.assign(fault, { code: 'CSS_CHUNK_LOAD_FAILED' })
}

/** The script that a page of the application begins with, by its name that changes with every version. */
export const versionOf = (html: string): string | null =>
  /<script[^>]*src="([^"]*\/assets\/[^"]+)"/.exec(html)?.[1] ?? null

/** Whether a page's script or stylesheet failed to come (checklist X21), in the words of every browser promised. */
export function isChunkFault(fault: unknown): boolean {
  if (fault instanceof ChunkTimeout) return true
  if (!(fault instanceof Error)) return false
  if ('code' in fault && fault.code === 'CSS_CHUNK_LOAD_FAILED') return true
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS|ChunkLoadError/i.test(
    `${fault.name} ${fault.message}`,
  )
}
