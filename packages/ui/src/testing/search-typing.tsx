import { translator } from '@purser/i18n/catalogue';
import { kit } from '@purser/i18n/console/kit/en';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SearchField } from '../search-field.tsx';
import { KitTextsProvider } from '../texts.tsx';

/** A page by itself: a field whose texts are looked up before they are what is searched for, each until its button is pressed. */

const NOTHING = 'nothing';

function Page() {
  const [value, setValue] = useState<string>();
  const [asked, setAsked] = useState<readonly string[]>([]);
  return (
    <KitTextsProvider value={{ t: translator(kit, kit) }}>
      <SearchField label="Number" value={value} onSearch={(text = NOTHING) => setAsked([...asked, text])} />
      {[...new Set(asked)].map((text) => (
        // As in a list, an answer about anything else than what was asked last comes too late.
        <button key={text} type="button" onClick={() => text === asked.at(-1) && setValue(text === NOTHING ? undefined : text)}>
          {text}
        </button>
      ))}
      <button type="button" onClick={() => setValue('from elsewhere')}>
        Elsewhere
      </button>
      <output>{value ?? NOTHING}</output>
    </KitTextsProvider>
  );
}

const place = document.getElementById('page');
if (place) createRoot(place).render(<Page />);
