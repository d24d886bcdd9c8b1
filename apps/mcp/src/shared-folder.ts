import { constants, mkdirSync, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** What an assistant was told of a file, in Chinese. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
}

/** The one folder whose files an assistant may send, and into which it may save. */
export type SharedFolder = {
  /** A file's name and bytes. Throws `FileRefusal` for what is not in the folder, is no file, or is too large. */
  read: (path: string) => Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }>
  /** Saves under a name nothing has yet; the whole path. Throws `FileRefusal` otherwise. */
  save: (path: string, bytes: Uint8Array) => Promise<string>
}

/** More than the server takes of any file. */
const mostBytes = 50 * 1024 * 1024

/** Opens the folder, made where there is none. What lies outside it is out of reach, by links too. */
export function openSharedFolder(folder: string): SharedFolder {
  mkdirSync(folder, { recursive: true })
  const root = realpathSync(folder)

  /** The path with the links of its folders followed; the file itself must be none. */
  function within(path: string): string {
    const wanted = resolve(root, path)
    const lies = (place: string) => place === root || place.startsWith(root + sep)
    if (!lies(dirname(wanted))) throw new FileRefusal(`只能使用共享文件夹中的文件：${path} 不在其中`)
    try {
      const parent = realpathSync(dirname(wanted))
      if (lies(parent)) return join(parent, basename(wanted))
    } catch {
      throw new FileRefusal(`共享文件夹中没有 ${dirname(path)} 这个文件夹`)
    }
    throw new FileRefusal(`只能使用共享文件夹中的文件：${path} 不在其中`)
  }

  return {
    async read(path) {
      const place = within(path)
      const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => {
        throw new FileRefusal(`共享文件夹中没有 ${path}，请核对文件名`)
      })
      try {
        const stat = await file.stat()
        if (!stat.isFile()) throw new FileRefusal(`${path} 不是文件`)
        if (stat.size > mostBytes) throw new FileRefusal(`${path} 超过 50 MB，不能发送`)
        return { fileName: basename(place), bytes: new Uint8Array(await file.readFile()) }
      } finally {
        await file.close()
      }
    },
    async save(path, bytes) {
      const place = within(path)
      const file = await open(place, 'wx').catch((error: NodeJS.ErrnoException) => {
        throw new FileRefusal(error.code === 'EEXIST' ? `${path} 已存在，请换一个文件名` : `不能写入 ${path}`)
      })
      try {
        await file.writeFile(bytes)
      } finally {
        await file.close()
      }
      return place
    },
  }
}
