import { openPageImages, type PageImages } from './render-page.ts'
import type { Renderer } from './renderer.ts'

/** Draws in this thread; the engine is loaded with the first page, for most files need no picture. */
export function lazyRenderer(): Renderer {
  let opening: Promise<PageImages> | undefined
  const engine = () => (opening ??= openPageImages())
  return {
    draw: async (...job) => (await engine()).draw(...job),
    render: async (...job) => (await engine()).render(...job),
  }
}
