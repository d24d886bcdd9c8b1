import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before a server (`--import`): of its calls that store blobs the n-th of a sort fails, counted from the moment
 * the file MOQI_FAULT_CALLS says so, as `SORT#N`. A write that fails has written half. How many have failed stands
 * beside it, in the same name with `.failed` at its end. It covers what Node's callbacks and promises of `fs` do in the
 * main thread, and no process beside it.
 */
const file = process.env.MOQI_FAULT_CALLS ?? ''
const watchMs = 10
let [asked, sort, left] = ['', '', 0]

function watch(): void {
  const now = fs.readFileSync(file, 'utf8')
  if (now === asked) return
  const [named = '', nth] = now.split('#')
  asked = now
  sort = named
  left = Number(nth)
}

/** Whether this call is the one that fails. */
function fails(of: string): boolean {
  if (of !== sort || --left !== 0) return false
  fs.writeFileSync(`${file}.failed`, asked)
  return true
}

const failure = (code: string) => Object.assign(new Error(`${code}: made to fail`), { code })

type Done = (error: NodeJS.ErrnoException | null) => void
const { fsync, fdatasync, writeFile } = fs
const { rename, link } = fs.promises

if (isMainThread) {
  Object.assign(fs, {
    fsync: (descriptor: number, done: Done) => (fails('fsync') ? done(failure('EIO')) : fsync(descriptor, done)),
    fdatasync: (descriptor: number, done: Done) =>
      fails('fsync') ? done(failure('EIO')) : fdatasync(descriptor, done),
    writeFile(place: number | string, bytes: Buffer, done: Done) {
      if (!fails('write')) return writeFile(place, bytes, done)
      return writeFile(place, bytes.subarray(0, bytes.length >> 1), () => done(failure('ENOSPC')))
    },
  })
  Object.assign(fs.promises, {
    rename: (from: string, to: string) => (fails('rename') ? Promise.reject(failure('EIO')) : rename(from, to)),
    link: (from: string, to: string) => (fails('rename') ? Promise.reject(failure('EIO')) : link(from, to)),
  })
  syncBuiltinESMExports()
  setInterval(watch, watchMs).unref()
}
