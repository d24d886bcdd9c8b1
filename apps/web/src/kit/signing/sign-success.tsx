import type { SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { type ReactNode, useState } from 'react'
import { downloadContract } from '../../client/download.ts'
import { isVisit } from '../../client/visit.ts'
import { usePicture } from '../../client/picture.ts'
import { Link } from '../../router/link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { partyColour, PartyChip } from '../party/party-chip.tsx'
import { viewPath } from '../contract/contract-paths.ts'
import { howFar } from './how-far.ts'
import type { Fill } from './signing-state.ts'
import './sign-success.css'

type SignSuccessProps = {
  detail: SignDetail
  spaceName: string
  /** ms */
  at: number
  fill: Fill | undefined
  seals: readonly SealInfo[]
  /** What else there is to do now: stands above the ways on, and among them. */
  after?: ReactNode
  links?: ReactNode
}

/** 签署成功, as a deed: what was signed, by whom, when, under which seal. */
export function SignSuccess({ detail, spaceName, at, fill, seals, after, links }: SignSuccessProps) {
  const own = detail.signerArray.find(({ signerNo }) => signerNo === detail.ownSignerNo)
  return (
    <main className="success">
      <div className="deed">
        <svg className="deed-rules" viewBox="0 0 560 320" preserveAspectRatio="none" aria-hidden="true">
          <rect
            x="8"
            y="8"
            width="544"
            height="304"
            fill="none"
            stroke="#c3311f"
            strokeOpacity=".4"
            strokeWidth="1.5"
          />
          <rect x="13.5" y="13.5" width="533" height="293" fill="none" stroke="#c3311f" strokeOpacity=".25" />
        </svg>
        <h1>签署成功</h1>
        <p className="deed-name">《{detail.taskName}》</p>
        <dl>
          <div>
            <dt>签署方</dt>
            <dd>{spaceName}</dd>
          </div>
          {own?.companyName && (
            <div>
              <dt>经办人</dt>
              <dd>{own.signerName}</dd>
            </div>
          )}
          <div>
            <dt>签署时间</dt>
            <dd>{formatDate(own?.signTime ?? at)}</dd>
          </div>
        </dl>
        <DeedSeal fill={fill} seals={seals} />
      </div>
      <section className="success-next" aria-label="签署进度">
        <p className="small muted" role="status">
          {howFar(detail)}
        </p>
        <div className="success-parties">
          {detail.signerArray.map((signer) => (
            <PartyChip
              key={signer.signerNo}
              party={partyColour(signer.signerNo)}
              name={signer.signerName}
              company={signer.companyName ?? undefined}
              signed={signer.signerStatus === 'signed'}
            />
          ))}
        </div>
      </section>
      {after}
      {!isVisit() && <Ways detail={detail} links={links} />}
    </main>
  )
}

/** What one may go on with. */
function Ways({ detail, links }: { detail: SignDetail; links: ReactNode }) {
  const [busy, setBusy] = useState(false)
  const finished = detail.taskStatus === 'finish'
  const download = async () => {
    setBusy(true)
    await downloadContract(detail)
    setBusy(false)
  }
  return (
    <div className="success-acts">
      {finished ? (
        <>
          <Button size="xl" variant="primary" busy={busy} onClick={() => void download()}>
            下载合同
          </Button>
          <p className="small muted success-reader">
            其他软件显示“有效性未知”，是不认识证书颁发者，不是文件被改动。
            <Link className="link" to="/file-check">
              验证文件
            </Link>
          </p>
        </>
      ) : (
        <ButtonLink to={viewPath(detail)} size="xl" variant="primary">
          查看合同
        </ButtonLink>
      )}
      <p className="success-links">
        {finished && (
          <Link className="link" to={viewPath(detail)}>
            查看合同
          </Link>
        )}
        {links}
        <Link className="link" to="/">
          返回首页
        </Link>
      </p>
    </div>
  )
}

function DeedSeal({ fill, seals }: { fill: Fill | undefined; seals: readonly SealInfo[] }) {
  const seal = fill && 'sealId' in fill ? seals.find(({ sealId }) => sealId === fill.sealId) : undefined
  const picture = usePicture(seal?.sealImg ?? null)
  if (fill && 'ink' in fill) {
    const width = Math.min(46, 20 * fill.ink.ratio)
    return <Laid src={fill.ink.png} width={width} height={width / fill.ink.ratio} />
  }
  return seal && picture ? <Laid src={picture} width={seal.width} height={seal.height} /> : null
}

function Laid({ src, width, height }: { src: string; width: number; height: number }) {
  return (
    <div className={height < 25 ? 'deed-seal low' : 'deed-seal'}>
      <SealImage src={src} alt="" width={width} height={height} mm={3.78} />
    </div>
  )
}
