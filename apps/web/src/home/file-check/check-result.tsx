import type { Verdict } from '@moqi/api/file'
import { formatDate } from '@moqi/domain/time/format-date'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { inFours } from '../../ui/in-fours.ts'
import { SignatureCard } from './signature-card.tsx'
import { PageCompare } from './page-compare.tsx'
import { Remarks } from './remarks.tsx'
import { ReportAct } from './report-act.tsx'
import { RootsNote } from './roots-note.tsx'
import {
  fileRemarks,
  fileSize,
  forbiddenChanges,
  isParty,
  isTestCertificate,
  type Signature,
} from './signature-facts.ts'
import { clauses, verdictLook, type VerdictLook } from './verdict-look.ts'

const colours: Record<VerdictLook['tone'], string> = {
  green: '#2b6a4d',
  seal: '#b92b1b',
  ochre: '#8a560b',
  grey: '#3d414a',
}

type CheckResultProps = {
  fileName: string
  /** Bytes. */
  size: number
  verdict: Verdict
  /** ms */
  at: number
  children: ReactNode
}

/** The file is whole, and the contract holds no more: what is read first is not all there is to know. */
function Voided({ at }: { at: number }) {
  return (
    <section className="card voided-note" role="note">
      <h2 className="h2">该合同已作废</h2>
      <p>
        各方已于 {formatDate(at, '{y}-{m}-{d} {h}:{i}')} 签署作废协议。文件未被改动，但不再作为履约依据。签署方可在
        <Link to="/space/contract-list?status=cancel" className="link">
          已作废的合同
        </Link>
        中查看作废协议。
      </p>
    </section>
  )
}

/** The verdict first, then each signature, then the file; `children` stand under the file's facts. */
export function CheckResult({ fileName, size, verdict, at, children }: CheckResultProps) {
  const look = verdictLook(verdict)
  const { signatureArray } = verdict
  const remarks = fileRemarks(verdict)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="check-result">
      <p className="report-head">文件验证报告</p>
      <section className={`verdict verdict-${look.tone}`}>
        <MatchMark state={look.match} size={64} color={colours[look.tone]} />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {clauses(verdict.conclusion).map((clause) => (
              <span key={clause}>{clause}</span>
            ))}
          </h1>
          <p>{look.advice}</p>
          {signatureArray.some(isTestCertificate) && <p className="verdict-note">签名使用测试证书，无法律效力。</p>}
        </div>
      </section>
      {verdict.voidedTime !== null && <Voided at={verdict.voidedTime} />}
      <div className={signatureArray.length + remarks.length > 0 ? 'check-cols' : 'check-cols alone'}>
        <div className="check-main">
          <Changes verdict={verdict} />
          <PageCompare verdict={verdict} />
          {remarks.length > 0 && (
            <section className="card remarks" aria-labelledby="remarks-heading">
              <h2 id="remarks-heading" className="h2">
                说明
              </h2>
              <Remarks reasons={remarks} />
            </section>
          )}
          <Signatures title="签名" signatures={signatureArray.filter(isParty)} unfold />
          <Signatures title="平台签章与时间戳" signatures={signatureArray.filter((one) => !isParty(one))} />
        </div>
        <aside className="check-file" aria-label="文件">
          <h2 className="h2">文件</h2>
          <dl className="card">
            <Fact label="文件名">{fileName}</Fact>
            <Fact label="大小">
              {fileSize(size)}
              {verdict.pageCount !== undefined && `，${verdict.pageCount}页`}
            </Fact>
            <Fact label="验证时间">{formatDate(at)}</Fact>
            {verdict.sha256 && (
              <Fact label="文件指纹（SHA-256）">
                <span className="hash">{inFours(verdict.sha256)}</span>
              </Fact>
            )}
          </dl>
          {signatureArray.length > 0 && <ReportAct />}
          {signatureArray.some(({ ownPlatform }) => ownPlatform === 1) && <RootsNote />}
          {children}
          <p className="small muted check-law">验证结果仅针对本文件，不替代司法鉴定。</p>
        </aside>
      </div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type SignaturesProps = { title: string; signatures: readonly Signature[]; unfold?: boolean }

/** Cards of one kind of signature; `unfold` opens the first, and a faulty one is always open. */
function Signatures({ title, signatures, unfold = false }: SignaturesProps) {
  if (signatures.length === 0) return null
  return (
    <>
      <h2 className="h2">
        {title}（{signatures.length}）
      </h2>
      {signatures.map((signature, index) => (
        <SignatureCard
          key={signature.fieldName || index}
          signature={signature}
          order={index + 1}
          open={(unfold && index === 0) || signature.verdict !== 'valid'}
        />
      ))}
    </>
  )
}

/** Everything altered that no signature allows. */
function Changes({ verdict }: { verdict: Verdict }) {
  const changes = forbiddenChanges(verdict.signatureArray)
  if (verdict.verdict !== 'invalid' || changes.length === 0) return null
  return (
    <section className="card changes" aria-labelledby="changes-heading">
      <h2 id="changes-heading" className="h2">
        <TriangleAlert size={18} />
        签署后被修改的内容（{changes.length}处）
      </h2>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </section>
  )
}
