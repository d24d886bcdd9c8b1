import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { safeFileName, saveBlob } from '../../client/download.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { inFours } from '../../ui/in-fours.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './roots-note.css'

/** What 有效性未知 of other software means, and the roots that make it know who issued our certificates. */
export function RootsNote() {
  const [open, setOpen] = useState(false)
  return (
    <details className="card roots-note" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Acrobat、WPS、福昕显示“有效性未知”？</summary>
      <div className="roots-note-text">
        <p>
          这些软件只信任自己名单里的根证书。“有效性未知”是软件不认识证书的颁发者，不是文件被改动；文件被改动的，会另外写明“签名无效”或“文档已被更改”。
        </p>
        <p>
          要让软件认识颁发者，请下载下面的根证书，向平台运营方核对指纹，再在软件的证书管理中导入。步骤见
          <Link to="/documentCenter?columnId=verifyContract" className="link">
            如何验证一份合同的真伪
          </Link>
          。
        </p>
        {open && <Roots />}
      </div>
    </details>
  )
}

function Roots() {
  const roots = useQuery({ queryKey: ['roots'], queryFn: ({ signal }) => call('listRoots', {}, { signal }) })
  if (roots.error) return <LoadingFailed onRetry={() => void roots.refetch()} busy={roots.isFetching} />
  if (!roots.data) return <Skeleton rows={2} height={72} />
  return (
    <ul aria-label="根证书">
      {roots.data.rootArray.map(({ name, sha256, notAfter, isTest, certificate }) => (
        <li key={sha256}>
          <b>{name}</b>
          <span className="small muted">有效期至 {formatDate(notAfter, '{y}-{m}-{d}')}</span>
          {isTest === 1 && (
            <span className="small roots-note-test">测试根证书，无法律效力，只供试用：用完请从软件中删除</span>
          )}
          <span className="small muted">指纹（SHA-256）</span>
          <span className="hash">{inFours(sha256)}</span>
          <Button
            aria-label={`下载根证书 ${name}`}
            onClick={() => saveBlob(certificateFile(certificate), `${safeFileName(name)}.crt`)}
          >
            <Download size={16} />
            下载根证书
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** A certificate (DER in base64) as the file that certificate stores import. */
function certificateFile(certificate: string): Blob {
  const bytes = Uint8Array.from(atob(certificate), (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: 'application/x-x509-ca-cert' })
}
