import type { GameClient } from '../contract'
import Any from '../Any.svelte'
import AnySmall from '../AnySmall.svelte'

export default { Board: Any, Small: AnySmall, Large: AnySmall } satisfies GameClient
