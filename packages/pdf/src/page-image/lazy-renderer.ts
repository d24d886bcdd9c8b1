import type { PageImages, Renderer } from './render-page.ts'

/** Draws in this thread; the engine is loaded with the first page, for most files need no picture. */
export function lazyRenderer(): Renderer {
  let opening: Promise<PageImages> | undefined
  const engine = () => (opening ??= import('./render-page.ts').then(({ openPageImages }) => openPageImages()))
  return {
    draw: async (...job) => (await engine()).draw(...job),
    render: async (...job) => (await engine()).render(...job),
    characters: async (...job) => (await engine()).characters(...job),
  }
}
