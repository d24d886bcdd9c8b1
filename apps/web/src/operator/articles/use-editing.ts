import { useEffect, useState } from 'react'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { success } from '../../ui/toast-store.ts'
import type { EditedArticle, Text } from './use-articles.ts'

const nothing: Text = { title: '', parent: '', order: 1, audience: [], ask: null, body: '' }

const isSame = (a: Text, b: Text) => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
const inOrder = ({ title, parent, order, audience, ask, body }: Text) => [
  title,
  parent,
  order,
  audience.toSorted(),
  ask,
  body,
]

/** What is being written of an article, as far as it was saved, and what others have done meanwhile. */
export function useEditing(article: EditedArticle) {
  const { columnId, draft } = article
  const begun = draft?.text ?? article.published ?? article.shipped ?? nothing
  const [text, setText] = useState(begun)
  const [kept, setKept] = useState({
    text: begun,
    revision: draft?.revision ?? 0,
    basedOn: draft?.basedOn ?? article.versionNo,
  })
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const [busy, setBusy] = useState<string | null>(null)
  const isUnsaved = !isSame(text, kept.text)
  useEffect(() => {
    if (!isUnsaved) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isUnsaved])

  /** Works once at a time; what went wrong with a field stands there, and everything is read anew. Null: it failed. */
  async function act<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    if (busy !== null) return null
    setBusy(what)
    try {
      const done = await work()
      setFaults({})
      return done
    } catch (fault) {
      const field = fault instanceof CallRefusal ? fault.data.field : null
      if (fault instanceof CallRefusal && typeof field === 'string') setFaults({ [field]: fault.message })
      else showRefusal(fault)
      return null
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['operator'] })
      setBusy(null)
    }
  }

  /** Saves over the draft that was seen, or over that of `seen`; answers its number, null where it was refused. */
  async function save(seen: { revision?: number; basedOn?: number } = {}): Promise<number | null> {
    const { revision = kept.revision, basedOn = kept.basedOn } = seen
    return act('save', async () => {
      const saved = await call('saveArticleDraft', { columnId, text, basedOn, revision })
      setKept({ text, revision: saved.revision, basedOn })
      return saved.revision
    })
  }

  /** Publishes what was saved; answers whether readers have it. */
  async function publish(reason: string): Promise<boolean> {
    const done = await act('publish', async () => {
      const { versionNo } = await call('publishArticle', { columnId, revision: kept.revision, reason })
      setKept({ text, revision: 0, basedOn: versionNo })
      return versionNo
    })
    if (done !== null) success('已发布，读者现在看到的就是它')
    return done !== null
  }

  /** Begins anew with what readers have. */
  function restart(next: EditedArticle) {
    const shown = next.draft?.text ?? next.published ?? next.shipped ?? nothing
    setText(shown)
    setKept({ text: shown, revision: next.draft?.revision ?? 0, basedOn: next.draft?.basedOn ?? next.versionNo })
    setFaults({})
  }

  /** Throws the draft away. */
  async function drop(): Promise<void> {
    const done = await act('drop', async () => {
      await call('dropArticleDraft', { columnId, revision: kept.revision })
      restart({ ...article, draft: null })
      return true
    })
    if (done) success('草稿已删除')
  }

  return {
    text,
    change: (change: Partial<Text>) => setText({ ...text, ...change }),
    faults,
    busy,
    isUnsaved,
    hasDraft: kept.revision > 0,
    /** Somebody has published since this was begun. */
    isBehind: article.versionNo > kept.basedOn,
    /** The draft was saved, published or thrown away from another window. */
    isElsewhere: busy === null && (draft?.revision ?? 0) !== kept.revision,
    fail: (field: string, message: string) => setFaults({ [field]: message }),
    save,
    publish,
    drop,
    restart,
    act,
  }
}
/** An article under way. */
export type Editing = ReturnType<typeof useEditing>
