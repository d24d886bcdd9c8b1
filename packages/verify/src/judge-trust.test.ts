import { expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import type { FormattedSignature } from './signature/judge-format.ts'
import { judgeTrust, trustContext } from './judge-trust.ts'
import { Budget, BudgetExceeded, defaultLimits } from '@moqi/pdf/limits'
import { RangeDigest } from './signature/range-digest.ts'

const on = await scene()
const bytes = Buffer.from('%PDF-1.7 <00> ')
const token = await requestToken(on.timestamps, Buffer.concat([bytes.subarray(0, 9), bytes.subarray(13)]))

/** A document time-stamp over some of these bytes, as far as its time is judged. */
const stamp = (end: number): FormattedSignature => ({
  found: { fieldName: '', dict: undefined, revision: 0, introduced: 0, packed: false, removed: false },
  kind: 'timestamp',
  subFilter: 'ETSI.RFC3161',
  coverage: { range: { gapStart: 9, gapEnd: 13, end }, contents: token, reasons: [] },
  permissions: { certification: undefined, lockLevel: undefined, locks: [], faults: [] },
  integrity: 'unclear',
  reasons: [],
})

/** A hash that this machine does not have. */
class LimitedDigest extends RangeDigest {
  override digest(...[name, range]: Parameters<RangeDigest['digest']>): Buffer {
    if (range.end < bytes.length) throw new RangeError('no such hash')
    return super.digest(name, range)
  }
}

const context = (milliseconds = defaultLimits.milliseconds) =>
  trustContext({ trustedRoots: [on.root.key.identity.certificate], now: sceneTime }, [], {
    digests: new LimitedDigest(bytes),
    budget: new Budget({ ...defaultLimits, milliseconds }),
  })

test('§1: what nobody foresaw is told of its own signature, and the others are judged', () => {
  const judged = judgeTrust([stamp(13), stamp(14), stamp(12)], context())
  expect(judged.map(({ reasons }) => reasons.map(({ code, severity, detail }) => [severity, code, detail]))).toEqual([
    [['indeterminate', 'internal-error', 'no such hash']],
    [],
    [['indeterminate', 'internal-error', 'no such hash']],
  ])
  expect(judged[1]?.provenTime?.time).toBe(sceneTime.getTime())
})

test('§10: trust is judged within the time there is', () => {
  expect(() => judgeTrust([stamp(14)], context(-1))).toThrow(BudgetExceeded)
})
