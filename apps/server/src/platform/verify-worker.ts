import { parentPort } from 'node:worker_threads'
import { verifyPdf } from '@moqi/signing/verify/verify-pdf'
import type { VerifyJob } from './workshop.ts'

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** One file after the other: the pool sends the next only after this verdict. */
parentPort?.on('message', ({ bytes, roots, now }: VerifyJob) => {
  const trustedRoots = roots.map(bufferOf)
  void verifyPdf(bufferOf(bytes), { trustedRoots, ownRoots: trustedRoots, now: new Date(now) }).then((verdict) =>
    parentPort?.postMessage(verdict, []),
  )
})
