import { spawn } from 'node:child_process'

/** How a program ended: null when it was killed or never started; what it wrote, and how its complaints begin. */
export type Ended = { code: number | null; output: Buffer; errors: string }
/** `input` for its standard input; `largest`: bytes of output, more ends it. */
export type RunOptions = { env: NodeJS.ProcessEnv; signal: AbortSignal; input?: Buffer; largest?: number }

const complaintLimit = 4000

/** Runs a command line to its end; the signal kills it, with every process of its group. Never rejects. */
export function runProgram(command: readonly string[], options: RunOptions): Promise<Ended> {
  const { env, signal, input, largest = 64 * 1024 } = options
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ code: null, output: Buffer.alloc(0), errors: 'ended before it began' })
    const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, cwd: '/', detached: true })
    const [chunks, complaints]: [Buffer[], string[]] = [[], []]
    let [written, complained] = [0, 0]
    const kill = () => endGroup(child.pid)
    const end = (code: number | null) => {
      signal.removeEventListener('abort', kill)
      resolve({ code, output: Buffer.concat(chunks), errors: complaints.join('') })
    }
    signal.addEventListener('abort', kill)
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.length
      if (written > largest) return kill()
      chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (complained < complaintLimit) complaints.push(chunk.toString())
      complained += chunk.length
    })
    // A program that ends before it has read everything says by its code what became of it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', (error) => {
      complaints.push(error.message)
      end(null)
    })
    child.once('close', (code) => end(written > largest ? null : code))
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
