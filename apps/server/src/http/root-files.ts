import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Small files by which others see that somebody owns the host, by name. */
export type RootFiles = ReadonlyMap<string, Buffer>

/** As WeChat, 企业微信, 钉钉, 飞书 and their kin name them: MP_verify_….txt, WW_verify_….txt, ….txt, ….html. */
const nameOf = /^\w[\w-]{0,99}\.(?:txt|html)$/
const mostBytes = 4096
const mostFiles = 50

/**
 * Reads the files of a folder that are to stand at the root; none when no folder is named. Throws for a folder that is
 * not there, and for whatever in it is no such file: one that is meant to be found must not be missing in silence.
 */
export function readRootFiles(folder: string | null): RootFiles {
  if (folder === null) return new Map()
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  if (names.length > mostFiles) throw new Error(`MOQI_ROOT_FILES holds more than ${mostFiles} files`)
  return new Map(names.map((name) => [name, contentOf(folder, name)]))
}

function contentOf(folder: string, name: string): Buffer {
  if (!nameOf.test(name)) throw new Error(`MOQI_ROOT_FILES: ${name} is no name like MP_verify_abc.txt`)
  const bytes = readFileSync(join(folder, name))
  if (bytes.length > mostBytes) throw new Error(`MOQI_ROOT_FILES: ${name} has more than ${mostBytes} bytes`)
  return bytes
}

/** Serves them as plain text, whatever their names say: nothing here runs in a browser. */
export function serveRootFiles(app: FastifyInstance, files: RootFiles): void {
  for (const [name, bytes] of files) {
    app.get(`/${name}`, (_request, reply) =>
      reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-cache').send(bytes),
    )
  }
}
