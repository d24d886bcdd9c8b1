import { existsSync, readFileSync } from 'node:fs'
import { extname, join, resolve, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendAsPartOfPage } from './security-headers.ts'

const Manifest = z.object({
  name: z.string().max(50),
  assets: z.object({ js: z.array(z.string()), css: z.array(z.string()) }),
})
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** An extension as it lies on the disk: what it is called, its manifest, and its files by name. */
export type InstalledExtension = { name: string; manifest: string; files: ReadonlyMap<string, Buffer> }

/**
 * Reads the extension that `directory` holds (docs/extensions.md): its manifest, and the scripts and styles that this
 * names. Answers null where there is none; throws for a manifest that cannot be read.
 */
export function readExtension(directory: string | null): InstalledExtension | null {
  const path = directory === null ? null : join(directory, 'manifest.json')
  if (directory === null || path === null || !existsSync(path)) return null
  const manifest = readFileSync(path, 'utf8')
  const { name, assets } = Manifest.parse(JSON.parse(manifest))
  const names = [...assets.js, ...assets.css]
  return { name, manifest, files: new Map(names.map((file) => [file, readFileSync(within(directory, file))])) }
}

/** Serves it, if there is one; whatever else lies below /vue is a page of the application. */
export function serveExtension(app: FastifyInstance, extension: InstalledExtension | null): void {
  const notInstalled = { code: 404, message: '未安装扩展应用', data: null }
  app.get('/vue/manifest.json', (_request, reply) =>
    extension === null
      ? reply.code(404).send(notInstalled)
      : reply.type('application/json').header('cache-control', 'no-cache').send(extension.manifest),
  )
  app.get<{ Params: { '*': string } }>('/vue/*', ({ params, url }, reply) => {
    const name = params['*']
    const bytes = extension?.files.get(name)
    if (bytes) {
      // Named by what they hold; the page checks their hashes all the same.
      sendAsPartOfPage(reply).header('cache-control', 'public, max-age=31536000, immutable')
      return reply.type(types[extname(name)] ?? 'application/octet-stream').send(bytes)
    }
    return /\.[a-z0-9]{1,12}$/i.test(name) ? reply.code(404).send() : reply.redirect(`/home${url}`)
  })
  app.get('/vue', ({ url }, reply) => reply.redirect(`/home${url}`))
}

/** The file of that name below the folder. Throws for one that lies elsewhere, or is neither script nor style. */
function within(directory: string, name: string): string {
  const path = resolve(directory, name)
  if (!path.startsWith(resolve(directory) + sep) || !Object.hasOwn(types, extname(name)))
    throw new Error(`the extension's manifest names ${name}, which is no script or style of its folder`)
  return path
}
