import type { PrintedCopyInfo } from '@moqi/api/printed-copy'
import { formatDate } from '@moqi/domain/time/format-date'
import { useEffect, useRef, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { Tag } from '../../ui/tag.tsx'

type CopyResultProps = { info: PrintedCopyInfo; code: { page: number; key: string } | null }

const minute = '{y}-{m}-{d} {h}:{i}'

/** How the contract stands, who has signed, and the page that its holder has in hand. */
export function CopyResult({ info, code }: CopyResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const holds = info.holds === 1
  return (
    <div className="copy-result">
      <section className={holds ? 'copy-state copy-holds' : 'copy-state'}>
        <MatchMark state={holds ? 'fit' : 'alone'} size={56} color={holds ? '#2b6a4d' : '#8a560b'} />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            该合同{info.stateText}
          </h1>
          <p>{adviceOf(info)}</p>
        </div>
      </section>
      <div className="copy-cols">
        <section className="card" aria-labelledby="copy-signers">
          <h2 id="copy-signers" className="h2">
            签署方（{info.signerArray.length}）
          </h2>
          <ul className="copy-signers">
            {info.signerArray.map(({ name, signType, stateText, signTime }, index) => (
              <li key={index}>
                <span className="copy-kind muted small">{signType === 1 ? '企业' : '个人'}</span>
                <b>{name}</b>
                <span className="muted small num">{signTime === null ? '' : formatDate(signTime, minute)}</span>
                <Tag tone={signTime === null ? 'ochre' : 'green'}>{stateText}</Tag>
              </li>
            ))}
          </ul>
          <p className="small muted">为保护签署方，名称只显示首尾，请与纸质件上的名称核对。</p>
        </section>
        <aside className="card" aria-label="打印件">
          <Facts
            className="copy-facts"
            facts={[
              ['打印件编号', info.number],
              ['签署完成时间', info.finishTime === null ? '未完成' : formatDate(info.finishTime, minute)],
              ['总页数', `${info.pageCount}页`],
            ]}
          />
        </aside>
      </div>
      {code === null ? (
        <p className="card copy-hint">
          扫描某一页右下角的二维码，可以看到该页的电子原样并逐字对照。每页的二维码只打开那一页。
        </p>
      ) : (
        <PageInHand number={info.number} code={code} />
      )}
      <p className="small muted copy-law">
        打印件不含数字签名，以电子文件为准。有电子文件的，请
        <Link to="/file-check" className="link">
          验证文件
        </Link>
        。
      </p>
    </div>
  )
}

function adviceOf({ holds, voiding }: PrintedCopyInfo): string {
  if (holds === 0) return '请勿仅凭手中的纸质件履约，并向发起方核实。'
  if (voiding === 1) return '各方正在签署作废协议，请向发起方核实合同是否继续履行。'
  return '请将手中的纸质件与电子原样逐页对照：页数、金额和签署方都应一致。'
}

function PageInHand({ number, code: { page, key } }: { number: string; code: { page: number; key: string } }) {
  const [failed, setFailed] = useState(false)
  const address = `/api/common/v1/printedCopy/page?${new URLSearchParams({ number, page: `${page}`, key })}`
  return (
    <section className="copy-page" aria-labelledby="copy-page-heading">
      <h2 id="copy-page-heading" className="h2">
        第{page}页的电子原样
      </h2>
      {failed ? (
        <p className="card" role="alert">
          这一页没有打开，请重新扫描纸质件上的二维码。
        </p>
      ) : (
        <img src={address} alt={`第${page}页的电子原样`} onError={() => setFailed(true)} />
      )}
    </section>
  )
}
