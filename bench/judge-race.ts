import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromPem } from '@moqi/trust/certificates/pem'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { judge } from '../e2e/support/judge.ts'
import { isSound } from './is-sound.ts'
import { initiator } from '../scripts/demo/cast.ts'
import { readOutbox } from '../scripts/demo/outbox.ts'
import type { Acknowledged, RaceContract, Races } from './race-contracts.ts'
import type { ServerProcess } from './server-process.ts'

/** Contracts, or parties, that broke a rule. */
export type RaceFaults = {
  /** Parties with two signatures in a file, or two lines in the log. */
  doubled: number
  /** Parties whose acknowledged signature is not in the file, or whose state belies it. */
  lost: number
  /** Contracts whose file does not keep the parties' order. */
  disordered: number
  /** Contracts that all have signed and that are not finished and told once, or are so though somebody has not. */
  completion: number
  /** Contracts of which somebody signed after the recall. */
  afterEnd: number
  /** Files that a verifier finds fault with, ours or another's. */
  invalid: number
}

type Seen = {
  status: string
  ordered: boolean
  /** Names in certificates, in the order of signing. */
  inFile: string[]
  parties: { name: string; signed: boolean }[]
  /** Who acted, oldest first. */
  verbs: ('sign' | 'recall')[]
  toldFinished: number
}

/** Counts what one contract shows after its race; answers its state. */
export async function judgeContract(
  server: ServerProcess,
  races: Races,
  contract: RaceContract,
  { acknowledged, faults }: { acknowledged: Acknowledged; faults: RaceFaults },
): Promise<{ status: string }> {
  const bytes = await races.initiator.download('fileContent', { fileId: contract.fileId, signId: contract.signId })
  const rootFile = join(server.dataDir, 'ca', 'root.crt')
  const trustedRoots = fromPem('CERTIFICATE', readFileSync(rootFile, 'utf8'))
  const verdict = await verifyPdf(bytes, { trustedRoots, ownRoots: trustedRoots, now: new Date() })
  const inFile = verdict.signatureArray.map(({ signerName }) => signerName)
  const seen = await look(server, races, contract, inFile)
  const signed = seen.parties.some((party) => party.signed)
  if (signed && (!isSound(verdict) || judge(bytes, rootFile).faults.length > 0)) faults.invalid += 1
  countParties(seen, acknowledged, faults)
  countContract(seen, acknowledged, faults)
  return { status: seen.status }
}

async function look(
  { baseUrl }: ServerProcess,
  { initiator: client }: Races,
  { signId, ordered }: RaceContract,
  inFile: string[],
): Promise<Seen> {
  const { status, signerArray, logArray } = await client.call('getSignDetailInfo', { signId })
  const messages = await readOutbox(baseUrl, initiator.phone)
  return {
    status,
    ordered,
    inFile,
    parties: signerArray.map(({ signerName, companyName, signerStatus }) => ({
      name: companyName ?? signerName,
      signed: signerStatus === 'signed',
    })),
    verbs: logArray.flatMap(({ verb }) => (verb === 'sign' || verb === 'recall' ? verb : [])),
    toldFinished: messages.filter(
      ({ scene, body }) => scene === 'finished' && body.includes(`/s/${signId.slice(0, 11)}`),
    ).length,
  }
}

function countParties({ inFile, parties, verbs }: Seen, { signers }: Acknowledged, faults: RaceFaults): void {
  for (const { name, signed } of parties) {
    const count = inFile.filter((one) => one === name).length
    if (count > 1) faults.doubled += 1
    if (signed !== count > 0) faults.lost += 1
  }
  for (const { person } of signers) if (!inFile.includes(person.name)) faults.lost += 1
  const lines = verbs.filter((verb) => verb === 'sign').length
  if (lines !== parties.filter(({ signed }) => signed).length) faults.doubled += 1
}

function countContract(
  { status, ordered, inFile, parties, verbs, toldFinished }: Seen,
  { recalled }: Acknowledged,
  faults: RaceFaults,
): void {
  const order = inFile.map((one) => parties.findIndex(({ name }) => name === one)).filter((place) => place >= 0)
  if (ordered && order.some((place, index) => place !== index)) faults.disordered += 1
  const complete = parties.every(({ signed }) => signed)
  if (complete !== (status === 'finish') || toldFinished > 1) faults.completion += 1
  if (recalled && (status !== 'recall' || verbs.at(-1) !== 'recall')) faults.afterEnd += 1
}
