import { Eye, EyeOff } from './first-icons.tsx'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'

/** A password field that can show what is typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        autoCapitalize="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-10 [&::-ms-reveal]:hidden"
      />
      <IconButton
        label={shown ? 'Hide what is typed' : 'Show what is typed'}
        size="s"
        className="absolute inset-y-0 right-1.5 my-auto"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
    </div>
  )
}
