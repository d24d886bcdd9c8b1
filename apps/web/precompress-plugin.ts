import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const worthwhile = /\.(?:css|js|mjs|svg)$/

/** Lays beside each script, style and drawing its brotli at the highest level, too slow to be made while one waits. */
export function precompressed(): Plugin {
  return {
    name: 'moqi:precompressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const folder = join(dir, 'assets')
      const names = (await readdir(folder)).filter((name) => worthwhile.test(name))
      await Promise.all(names.map((name) => layBeside(join(folder, name))))
    },
  }
}

async function layBeside(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${file}.br`, await compress(bytes, { params }))
}
