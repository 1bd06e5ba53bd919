import { mount } from 'svelte'
import App from './App.svelte'
import { listen } from './core/router.svelte'
import { dress, follow } from './core/settings.svelte'
import { listen as listenForUpdates } from './core/update.svelte'
import { bring } from './core/words.svelte'
import './style/tokens.css'
import './style/base.css'

dress()
follow()
listen()
listenForUpdates()
void bring().then(() => mount(App, { target: document.body }))
