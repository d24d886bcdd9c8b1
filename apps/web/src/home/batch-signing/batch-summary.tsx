import type { BatchSignRow } from '@moqi/api/batch-signing'

/** How many may be signed, and what the others wait for. */
export function BatchSummary({ rows, chosen }: { rows: readonly BatchSignRow[]; chosen: number }) {
  const count = (...needs: readonly BatchSignRow['batchNeed'][]) =>
    rows.filter(({ batchNeed, signerStatus }) => needs.includes(batchNeed) && signerStatus !== 'signed').length
  const signed = rows.filter(({ signerStatus }) => signerStatus === 'signed').length
  const lines = [
    { label: '可以签署', number: count('nothing'), tone: '' },
    { label: '还须阅读', number: count('reading'), tone: 'ochre' },
    { label: '还须提交附件', number: count('papers'), tone: 'ochre' },
    { label: '还须填写或手写', number: count('fillIn', 'handwriting', 'seal'), tone: 'ochre' },
    { label: '须用印审批', number: count('approval'), tone: 'ochre' },
    { label: '不能签署', number: count('turn'), tone: '' },
    { label: '已签署', number: signed, tone: '' },
  ].filter(({ number }, index) => index === 0 || number > 0)
  return (
    <section className="card batch-sign-sum" aria-labelledby="batch-sum">
      <h2 id="batch-sum" className="h2">
        本次签署
      </h2>
      <dl>
        <div>
          <dt>已选择</dt>
          <dd>
            <b>{chosen} 份</b>
          </dd>
        </div>
        {lines.map(({ label, number, tone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={tone}>{number} 份</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
