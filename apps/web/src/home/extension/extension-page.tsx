import { useEffect, useRef, useState } from 'react'
import { useSpace } from '../../client/space-store.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { postForExtension } from './extension-client.ts'
import { askManifest, type LoadedExtension, loadExtension } from './load-extension.ts'
import { ExtensionFailed, type ExtensionFault } from './manifest.ts'
import './extension.css'

/** Where the extension is: its files come one by one, it is there, or it cannot be opened. */
type Standing =
  | { at: 'loading'; name: string; file: number; of: number }
  | { at: 'there'; loaded: LoadedExtension; name: string }
  | { at: 'failed'; name: string; fault: ExtensionFault }

/** All below /vue: another team's page under our header; whatever it does wrong stays within it (checklist R7). */
export function ExtensionPage() {
  const [tries, setTries] = useState(0)
  return <Opening key={tries} onRetry={() => setTries(tries + 1)} />
}

function Opening({ onRetry }: { onRetry: () => void }) {
  const [standing, setStanding] = useState<Standing>({ at: 'loading', name: '', file: 0, of: 0 })
  useEffect(() => {
    let isLeft = false
    let name = ''
    const tell = (next: Standing) => {
      if (!isLeft) setStanding(next)
    }
    async function open(): Promise<() => void> {
      const manifest = await askManifest()
      name = manifest.name
      const loaded = await loadExtension(manifest, (file, of) => tell({ at: 'loading', name, file, of }))
      tell({ at: 'there', loaded, name })
      return loaded.clear
    }
    const opened = open().catch((error: unknown) => {
      console.warn(error)
      tell({ at: 'failed', name, fault: faultOf(error) })
      return () => {}
    })
    return () => {
      isLeft = true
      void opened.then((clear) => clear())
    }
  }, [])
  switch (standing.at) {
    case 'loading':
      return <Loading {...standing} />
    case 'there':
      return <Mounted {...standing} tell={setStanding} />
    case 'failed':
      return <Failed {...standing} onRetry={onRetry} />
  }
}

const faultOf = (error: unknown): ExtensionFault => (error instanceof ExtensionFailed ? error.fault : { kind: 'crash' })

function Loading({ name, file, of }: { name: string; file: number; of: number }) {
  return (
    <section className="result" role="status" aria-busy="true">
      <h1>正在打开{name || '扩展应用'}</h1>
      <p className="result-text">{of > 0 ? `第 ${file} 个文件，共 ${of} 个` : '正在读取清单'}</p>
      <i className="extension-bar" aria-hidden="true" />
    </section>
  )
}

type MountedProps = { loaded: LoadedExtension; name: string; tell: (next: Standing) => void }

/** The extension's own ground: it draws what it likes within, and hears of the space and the address it is at. */
function Mounted({ loaded, name, tell }: MountedProps) {
  const ground = useRef<HTMLDivElement>(null)
  const space = useSpace((state) => state.current)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const path = `${pathname.replace(/^\/vue/, '') || '/'}${search}`
  useEffect(() => {
    const container = ground.current
    if (!container || !space) return undefined
    const { extension } = loaded
    const fail = (error: unknown) => {
      console.warn(error)
      tell({ at: 'failed', name, fault: { kind: 'crash' } })
    }
    const host = {
      client: { post: postForExtension },
      space: { tenantId: space.tenantId, name: space.spaceName, type: space.spaceType },
      path,
      navigate: (to: string) => void navigate(to),
      fail,
    }
    const guarded = (work: () => void) => {
      try {
        work()
      } catch (error) {
        fail(error)
      }
    }
    guarded(() => extension.mount(container, host))
    return () => {
      guarded(() => extension.unmount(container))
      container.replaceChildren()
    }
  }, [loaded, name, tell, space, path, navigate])
  return <div ref={ground} className="extension" />
}

const words: Record<ExtensionFault['kind'], string> = {
  missing: '',
  manifest: '它的清单无法读取，没有运行。',
  origin: '它的清单指向了其他网站的文件，为安全起见没有运行。',
  load: '它的一个文件没有加载成功，请检查网络后重试。',
  timeout: '它的一个文件120秒内没有加载完，请检查网络后重试。',
  integrity: '它的一个文件与清单上的指纹不一致，为安全起见没有运行。',
  crash: '它在运行中出错，已经停下。',
}

function Failed({ name, fault, onRetry }: { name: string; fault: ExtensionFault; onRetry: () => void }) {
  if (fault.kind === 'missing')
    return (
      <ResultPage
        art={<MatchMark state="alone" size={112} color="#3d414a" />}
        title="未安装扩展应用"
        actions={
          <ButtonLink to="/" size="l" variant="primary">
            返回首页
          </ButtonLink>
        }
      >
        这个地址留给扩展应用。平台管理员放上清单后，就会在这里打开。
      </ResultPage>
    )
  return (
    <ResultPage
      art={<MatchMark state="broken" size={112} color="#b92b1b" />}
      title={`${name || '扩展应用'}打不开`}
      actions={
        <>
          <ButtonLink to="/" size="l">
            返回首页
          </ButtonLink>
          <Button size="l" variant="primary" onClick={onRetry}>
            重试
          </Button>
        </>
      }
    >
      <p>{words[fault.kind]}合同管理等其他页面不受影响。</p>
      {fault.file !== undefined && fault.file !== '' && (
        <code className="extension-file">
          {fault.file}
          {fault.kind === 'integrity' && '　sha384 不符'}
        </code>
      )}
    </ResultPage>
  )
}
