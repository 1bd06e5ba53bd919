import { copyText } from './copyText'

/** Share a text through the device's share menu or, if there is none, copy it to the clipboard. */
export async function shareText(text: string): Promise<'shared' | 'copied' | 'failed'> {
  if (navigator.share) {
    await navigator.share({ text }).catch(() => undefined)
    return 'shared'
  }
  return (await copyText(text)) ? 'copied' : 'failed'
}
