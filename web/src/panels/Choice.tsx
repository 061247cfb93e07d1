/** A labelled list to choose from. */

interface Props {
  label: string;
  value: string;
  choices: [string, string][];
  onChange: (value: string) => void;
}

export function Choice({ label, value, choices, onChange }: Props) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
