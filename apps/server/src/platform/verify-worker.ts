import { parentPort } from 'node:worker_threads'
import { verifyPdf } from '@moqi/signing/verify/verify-pdf'
import type { VerifyJob } from './workshop.ts'

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** One file after the other: the pool sends the next only after this verdict. */
parentPort?.on('message', ({ bytes, roots, crls, now }: VerifyJob) => {
  const trustedRoots = roots.map(bufferOf)
  const options = { trustedRoots, ownRoots: trustedRoots, crls: crls.map(bufferOf), now: new Date(now) }
  void verifyPdf(bufferOf(bytes), options).then((verdict) => parentPort?.postMessage(verdict, []))
})
