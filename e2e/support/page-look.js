// Looks at the page it runs in, and answers what is wrong with it, a line each. look.ts hands it to the browser as text, and calls it.
globalThis.lookAtPage = ({ touch }) => {
  const FINGER_PX = 44;
  const FIELD = 'input, textarea, select, [role="switch"], [role="combobox"]';
  const CONTROL = `a[href], button, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"], ${FIELD}`;
  const WITHOUT_BORDER = new Set(['hidden', 'checkbox', 'radio', 'range', 'file', 'submit', 'button']);

  /** What is under a dialog or a popover is not looked at. */
  const dialogs = [...document.querySelectorAll('dialog[open], [role="dialog"], [role="alertdialog"], [popover]')].filter((one) =>
    one.checkVisibility(),
  );
  const scope = dialogs.at(-1) ?? document.body;

  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const isLive = (element) => !element.matches(':disabled, [aria-disabled="true"]') && !element.closest('[inert], [aria-hidden="true"]');
  const controls = () => [...scope.querySelectorAll(CONTROL)].filter((element) => isShown(element) && isLive(element));

  const nameOf = (element) => {
    const words = element.getAttribute('aria-label') ?? (element.labels?.[0]?.innerText || element.innerText || element.id);
    return `<${element.localName} class="${element.className}"> "${words.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`;
  };

  // Colours, composed and compared as WCAG 2.2 says.

  const parse = (colour) => {
    const numbers = (colour.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    const [red, green, blue] = colour.startsWith('color(') ? numbers.map((part) => part * 255) : numbers;
    return [red, green, blue, numbers[3] ?? 1];
  };
  const over = ([r, g, b, alpha], [R, G, B]) => [r * alpha + R * (1 - alpha), g * alpha + G * (1 - alpha), b * alpha + B * (1 - alpha), 1];
  const groundOf = (element) => {
    if (element === null) return [255, 255, 255, 1];
    const { backgroundColor } = getComputedStyle(element);
    const colour = parse(backgroundColor);
    return colour[3] === 1 ? colour : over(colour, groundOf(element.parentElement));
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  /** How well an element's edge is seen: its border or its ground against what it stands on. */
  const edge = (element) => {
    const outside = groundOf(element.parentElement);
    const { borderBottomWidth, borderBottomStyle, borderBottomColor } = getComputedStyle(element);
    const border =
      Number.parseFloat(borderBottomWidth) > 0 && borderBottomStyle !== 'none' ? over(parse(borderBottomColor), outside) : outside;
    return Math.max(contrast(border, outside), contrast(groundOf(element), outside));
  };

  /** A field is drawn by itself, by a frame close around it, or by boxes beneath it. */
  const framesOf = (field) => {
    const height = field.getBoundingClientRect().height;
    const frames = [];
    for (let frame = field; frame && frames.length < 5; frame = frame.parentElement) {
      if (frame.getBoundingClientRect().height > height + 32) break;
      frames.push(frame);
    }
    return [...frames, ...field.parentElement.querySelectorAll(':scope > [aria-hidden="true"] > *')];
  };

  const faint = () => {
    const problems = [];
    for (const control of controls()) {
      if (control.matches('input, textarea, [role="switch"]') && !WITHOUT_BORDER.has(control.type)) {
        const best = Math.max(...framesOf(control).map(edge));
        if (best < 3) problems.push(`field seen at ${best.toFixed(2)}:1: ${nameOf(control)}`);
      }
      const icon = control.matches('a, button, [role="button"]') && control.innerText.trim() === '' && control.querySelector('svg');
      if (icon) {
        const ratio = contrast(over(parse(getComputedStyle(icon).color), groundOf(icon)), groundOf(icon));
        if (ratio < 3) problems.push(`icon seen at ${ratio.toFixed(2)}:1: ${nameOf(control)}`);
      }
    }
    return problems;
  };

  // What a finger can hit. A link within a sentence is as high as its line.

  const isWithinText = (control) => {
    if (getComputedStyle(control).display !== 'inline') return false;
    return [...control.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  };
  const hits = (control, x, y) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (control.contains(found) || [...(control.labels ?? [])].some((label) => label.contains(found)));
  };
  const small = () => {
    const problems = [];
    for (const control of controls()) {
      if (isWithinText(control)) continue;
      const own = control.getBoundingClientRect();
      const frames = control.matches(FIELD) ? framesOf(control) : [control];
      const areas = [...frames, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect());
      if (areas.some(({ width, height }) => width >= FINGER_PX - 0.5 && height >= FINGER_PX - 0.5)) continue;
      // What is drawn smaller may still be hit beside what is drawn.
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const reach = FINGER_PX / 2 - 1;
      const sides = [
        ...(width < FINGER_PX
          ? [
              [x - reach, y],
              [x + reach, y],
            ]
          : []),
        ...(height < FINGER_PX
          ? [
              [x, y - reach],
              [x, y + reach],
            ]
          : []),
      ];
      if (!sides.every(([a, b]) => hits(control, a, b)))
        problems.push(`target of ${Math.round(own.width)} x ${Math.round(own.height)} px: ${nameOf(control)}`);
    }
    return problems;
  };

  /** Below 16 px a phone's browser zooms into what one types in. */
  const zoomed = () =>
    controls()
      .filter(
        (control) => control.matches('input, textarea, select') && !['checkbox', 'radio', 'range', 'file', 'hidden'].includes(control.type),
      )
      .filter((control) => Number.parseFloat(getComputedStyle(control).fontSize) < 16)
      .map((control) => `zoomed into, as its text is ${getComputedStyle(control).fontSize} high: ${nameOf(control)}`);

  // What is focused is seen: nothing that sticks lies over it.

  const sticks = (element) => {
    for (let one = element; one; one = one.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(one).position)) return one;
    }
    return undefined;
  };
  const coverOf = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    for (const [x, y] of [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, top + 3],
      [right - 3, bottom - 3],
    ]) {
      const found = document.elementFromPoint(x, y);
      const cover = found && !element.contains(found) && !found.contains(element) ? sticks(found) : undefined;
      if (cover && !cover.contains(element)) return cover;
    }
    return undefined;
  };
  /** What cuts an element or the mark of its focus: the nearest box around it that scrolls or hides what reaches beyond. */
  const cutterOf = (element) => {
    const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(element);
    const mark = outlineStyle === 'none' ? 0 : Math.max(0, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset));
    const { left, right, top, bottom } = element.getBoundingClientRect();
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      const around = box.getBoundingClientRect();
      // What does not fit at all, such as a long text to type, is not cut by where it stands.
      const cutsX = overflowX !== 'visible' && right - left + 2 * mark <= around.width;
      const cutsY = overflowY !== 'visible' && bottom - top + 2 * mark <= around.height;
      if (cutsX && (left - mark < around.left - 1 || right + mark > around.right + 1)) return box;
      if (cutsY && (top - mark < around.top - 1 || bottom + mark > around.bottom + 1)) return box;
      if (position === 'fixed') return undefined;
    }
    return undefined;
  };
  const covered = () => {
    const problems = new Set();
    const inOrder = controls();
    // Backwards as well: who comes from below meets what sticks above.
    for (const control of [...inOrder, ...inOrder.toReversed()]) {
      if (!control.isConnected) continue;
      control.focus();
      const cover = document.activeElement === control ? coverOf(control) : undefined;
      const cutter = document.activeElement === control ? cutterOf(control) : undefined;
      if (cutter) problems.add(`focused and cut by <${cutter.localName} class="${cutter.className}">: ${nameOf(control)}`);
      if (cover) problems.add(`focused and under <${cover.localName} class="${cover.className}">: ${nameOf(control)}`);
    }
    return [...problems];
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`wider than the screen by ${scrollWidth - clientWidth} px`] : [];
  const at = [scrollX, scrollY];
  const problems = [...wide, ...faint(), ...(touch ? [...small(), ...zoomed()] : []), ...covered()];
  document.activeElement?.blur();
  scrollTo(...at);
  return [...new Set(problems)];
};
