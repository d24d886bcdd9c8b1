import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const worthwhile = /\.(?:css|js|mjs|svg)$/

/**
 * Lays beside each script, style and drawing its brotli at the highest level, too slow to be made while one waits; of a
 * further edition at one that is quicker and takes 8 % more bytes.
 */
export function precompressed(): Plugin {
  return {
    name: 'moqi:precompressed',
    apply: 'build',
    // After the scripts of all editions were written.
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir = 'dist' }) {
        const folder = join(dir, 'assets')
        const names = (await readdir(folder, { recursive: true })).filter((name) => worthwhile.test(name))
        await Promise.all(
          names.map((name) => layBeside(join(folder, name), name.includes(sep) ? 9 : constants.BROTLI_MAX_QUALITY)),
        )
      },
    },
  }
}

async function layBeside(file: string, quality: number): Promise<void> {
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${file}.br`, await compress(bytes, { params }))
}
