import type { SignCodeInfo } from '@moqi/api/sign-code'
import { formatDate } from '@moqi/domain/time/format-date'
import { Clock, FileText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { isSignedIn } from '../../client/session.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useNow } from '../../ui/use-now.ts'
import './code-landing.css'

type CodeLandingProps = { code: string; info: SignCodeInfo; busy: boolean; onNext: (another: 0 | 1) => void }

/** Who asks whoever scanned the code to sign what, by when; the pages may be read before anything is proved. */
export function CodeLanding({ code, info, busy, onNext }: CodeLandingProps) {
  const { initiatorName, initiatorCompany, taskName, codeName, closingText, fileArray } = info
  const [shown, show] = useState<number | null>(null)
  const days = Math.max(0, Math.ceil((info.endTime - useNow()) / 86_400_000))
  return (
    <>
      <p className="os-from">
        <b>{initiatorCompany ?? initiatorName}</b>
        {initiatorCompany && <span>{initiatorName}</span>}
      </p>
      <p className="os-ask">请您签署（{codeName}）</p>
      <h1 className="os-name">{taskName}</h1>
      <dl className="os-facts">
        {fileArray.map(({ fileName, pageCount }, index) => (
          <div key={`${index} ${fileName}`}>
            <dt>
              <FileText size={18} />
              {index === 0 ? '文件' : ''}
            </dt>
            <dd>
              <button type="button" className="link" onClick={() => show(index)}>
                {fileName}
              </button>{' '}
              <span className="muted num">{pageCount}页</span>
            </dd>
          </div>
        ))}
        <div>
          <dt>
            <Clock size={18} />
            截止
          </dt>
          <dd>
            <span className="num">{formatDate(info.endTime, '{y}-{m}-{d} {h}:{i}')}</span>
            <span className={days <= 3 ? 'fault' : 'muted'}>还有{days}天</span>
          </dd>
        </div>
      </dl>
      {info.testCertificate === 'yes' && (
        <p className="os-test" role="note">
          测试证书，无法律效力：本平台使用测试证书，签署结果仅供试用。
        </p>
      )}
      {closingText !== null && (
        <p className="os-test" role="status">
          {closingText}。已经领取过的，验证手机号后可继续签署或查看。
        </p>
      )}
      <div className="os-acts">
        <Button size="xl" variant="primary" block busy={busy} onClick={() => onNext(0)}>
          {closingText === null ? '领取并签署' : '查看我领取的合同'}
        </Button>
        {info.several === 1 && closingText === null && isSignedIn() && (
          <p>
            <button type="button" className="link" onClick={() => onNext(1)}>
              已签过，再签一份
            </button>
          </p>
        )}
      </div>
      <p className="os-safe small">
        <ShieldCheck size={16} />
        <span>签署需要验证您的手机号和真实姓名。工作人员不会向您索取验证码。</span>
      </p>
      {shown !== null && <Preview code={code} fileNo={shown + 1} file={fileArray[shown]} onClose={() => show(null)} />}
    </>
  )
}

type PreviewProps = {
  code: string
  fileNo: number
  file: SignCodeInfo['fileArray'][number] | undefined
  onClose: () => void
}

/** The pages as pictures, each fetched when it comes into view. */
function Preview({ code, fileNo, file, onClose }: PreviewProps) {
  if (!file) return null
  const address = (page: number) =>
    `/api/common/v1/signCode/page?${new URLSearchParams({ code, fileNo: `${fileNo}`, page: `${page}` })}`
  return (
    <Sheet title={file.fileName} onClose={onClose} width={720}>
      <div className="code-pages">
        {Array.from({ length: file.pageCount }, (_, index) => (
          <img key={index} src={address(index + 1)} alt={`第${index + 1}页`} loading="lazy" />
        ))}
      </div>
    </Sheet>
  )
}
