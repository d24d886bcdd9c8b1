import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { confinement } from './confinement.ts'
import { fontFamilies } from './font-families.ts'
import { writeOfficeProfile } from './office-profile.ts'

/** One LibreOffice that stays open, with a folder, a profile and nothing else of its own. */
export type Office = {
  /** A file of type `from` as `to`; null when LibreOffice makes nothing of it, also because it ended. */
  convert: (bytes: Buffer, from: 'doc' | 'docx', to: 'pdf' | 'docx') => Promise<Buffer | null>
  /** Font families it can draw, in lower case; empty when fontconfig cannot tell. */
  families: ReadonlySet<string>
  ended: () => boolean
  /** Ends it at once and removes its folder. */
  stop: () => Promise<void>
}

const openDocument = 'open.txt'
const startLimitMs = 30_000
const largestResult = 100 * 1024 * 1024
/** Fields of a Word form become text: what is signed shows what was filled in. */
const pdfFilter = 'pdf:writer_pdf_Export:{"ExportFormFields":{"type":"boolean","value":"false"}}'

/** Starts `program` (soffice) confined, with these font files besides the machine's. Rejects when it does not start. */
export async function startOffice(program: string, fontFiles: readonly string[]): Promise<Office> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-office-'))
  const { prefix, uid } = confinement()
  const profile = `file://${join(folder, 'profile')}`
  const env = prepare(folder, fontFiles, uid)
  const command = (args: readonly string[]): [string, string[]] => {
    const [first = program, ...rest] = [...prefix, program, `-env:UserInstallation=${profile}`, '--headless', ...args]
    return [first, rest]
  }
  const options = { env, cwd: folder, stdio: 'ignore', detached: true } as const
  // An open document keeps it running between conversions, which it would otherwise end with.
  const listener = spawn(...command(['--norestore', '--nolockcheck', '--nologo', join(folder, openDocument)]), options)
  const running = new Set<ChildProcess>([listener])
  const pipe = pipeOf(profile, uid)
  let stopped = false
  const stop = async () => {
    stopped = true
    for (const child of running) killGroup(child)
    rmSync(pipe, { force: true })
    // What a dying process still writes is left to the machine's cleaning of temporary files.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined)
  }
  const runToEnd = async (args: readonly string[]) => {
    const child = spawn(...command(args), options)
    running.add(child)
    await exited(child)
    running.delete(child)
  }
  listener.once('error', () => running.delete(listener))
  listener.once('exit', () => running.delete(listener))
  try {
    // LibreOffice locks what it opens; a file handed over before that would be converted and end it.
    await appeared(join(folder, `.~lock.${openDocument}#`), () => running.has(listener))
    let count = 0
    return {
      families: await fontFamilies(env),
      ended: () => !running.has(listener),
      stop,
      async convert(bytes, from, to) {
        const place = join(folder, `job-${++count}`)
        const [source, result] = [join(place, `in.${from}`), join(place, 'out', `in.${to}`)]
        try {
          mkdirSync(join(place, 'out'), { recursive: true })
          await writeFile(source, bytes)
          if (uid !== undefined) for (const path of [place, join(place, 'out'), source]) chownSync(path, uid, uid)
          const filter = to === 'pdf' ? pdfFilter : 'docx'
          await runToEnd(['--convert-to', filter, '--outdir', join(place, 'out'), source])
          return await resultOf(result)
        } catch (error) {
          // Its folder is gone: nothing comes of the document.
          if (stopped) return null
          throw error
        } finally {
          await rm(place, { recursive: true, force: true })
        }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where nobody else's settings reach: own home, own fonts, no display. */
function prepare(folder: string, fontFiles: readonly string[], uid: number | undefined): NodeJS.ProcessEnv {
  const [profile, fonts, fontConfig] = [join(folder, 'profile'), join(folder, 'fonts'), join(folder, 'fonts.conf')]
  mkdirSync(fonts)
  for (const file of fontFiles) copyFileSync(file, join(fonts, basename(file)))
  writeOfficeProfile(profile, fontConfig, fonts)
  writeFileSync(join(folder, openDocument), '')
  if (uid !== undefined) {
    const user = join(profile, 'user')
    const owned = [folder, profile, user, join(user, 'registrymodifications.xcu'), join(folder, openDocument)]
    for (const path of owned) chownSync(path, uid, uid)
  }
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: 'C.UTF-8',
    TZ: 'Asia/Shanghai',
    SAL_USE_VCLPLUGIN: 'svp',
    FONTCONFIG_FILE: fontConfig,
  }
}

/** LibreOffice listens on a socket named by user and MD5 of the profile's URL; a second start hands its files over. */
function pipeOf(profile: string, uid: number | undefined): string {
  const digest = createHash('md5').update(Buffer.from(profile, 'utf16le')).digest()
  // Its bytes are written without leading zeros.
  const name = [...digest].map((byte) => byte.toString(16)).join('')
  return `/tmp/OSL_PIPE_${uid ?? process.getuid?.() ?? 0}_SingleOfficeIPC_${name}`
}

async function appeared(path: string, alive: () => boolean): Promise<void> {
  for (const until = Date.now() + startLimitMs; Date.now() < until; await wait(50)) {
    if (existsSync(path)) return
    if (!alive()) break
  }
  throw new Error('LibreOffice did not start')
}

const exited = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })

async function resultOf(path: string): Promise<Buffer | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() && found.size > 0 && found.size <= largestResult ? readFile(path) : null
}

/** The group too: without own process namespaces a killed launcher would leave LibreOffice behind. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}
