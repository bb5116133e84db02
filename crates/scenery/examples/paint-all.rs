//! Paints every scene into a folder, to look at.

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "scenes".to_owned());
    std::fs::create_dir_all(&folder)?;
    for scene in scenery::Scene::ALL {
        let picture = scenery::paint(scene, 1, 1600, 1066);
        std::fs::write(format!("{folder}/{scene:?}.png"), picture)?;
    }
    Ok(())
}
